import { describe, expect, test } from "bun:test";
import { VERBS } from "../../src/argv/verbs.ts";
import { createParser, listCommandGuides } from "../../src/help/command-guide.ts";
import { textWidth } from "../../src/text/text-width.ts";
import { runCommandLine } from "../support/run-command-line.ts";

describe("help", () => {
  test.each([["--help"], ["-h"], ["--global --help"]])(
    "`%s` lists every command in the user's order",
    async (line) => {
      const ran = await runCommandLine(line.split(" "));
      expect(ran.exitCode).toBe(0);
      for (const guide of listCommandGuides(createParser()))
        expect(ran.stdout).toContain(`  ${guide.form}\n`);
      expect(ran.stdout).toContain("  metis-curate <workspace> pin <skill>\n");
    },
  );

  test.each(VERBS)("`%s --help` equals `ws %s --help` and needs nothing else", async (verb) => {
    const short = await runCommandLine([verb, "--help"]);
    const long = await runCommandLine(["ws", verb, "-h", "--json"]);
    expect(short.exitCode).toBe(0);
    expect(short.stdout).toBe(long.stdout);
    expect(short.stdout).toContain(`  metis-curate <workspace> ${verb}`);
    expect(short.opened).toEqual([]);
  });

  test("`ws --help` is about the run", async () => {
    const ran = await runCommandLine(["ws", "--help"]);
    expect(ran.stdout).toContain("--plan-out <plan-out>");
  });

  test("every command documents itself with description, details and examples of its own", () => {
    for (const guide of listCommandGuides(createParser())) {
      expect(guide.description).not.toBe("");
      expect(guide.details).not.toBe("");
      expect(guide.examples.length).toBeGreaterThan(0);
      for (const option of guide.options) expect(option.description).not.toBe("");
      for (const [, line] of guide.examples) expect(line).toContain(guide.verb ?? "metis-curate");
    }
  });

  test("every example is a command line that works", async () => {
    for (const guide of listCommandGuides(createParser())) {
      for (const [, example] of guide.examples) {
        const [line = ""] = example.split(" && ");
        const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
        const plan = { schema_version: "1", root: "metis:abc", created_at: "2026-12-01", candidates: [] };
        const files = guide.verb === "apply" ? { "/desk/plan.json": JSON.stringify(plan) } : {};
        const ran = await runCommandLine(words.slice(1), { files });
        expect(ran.stderr).toBe("");
        const opensLibrary = guide.options.some(({ names }) => names.includes("--db-path"));
        // What a service manager starts opens it then.
        const isInstall = guide.verb === "schedule" || words.includes("--install-service");
        expect(ran.opened).toHaveLength(opensLibrary && !isInstall ? 1 : 0);
      }
    }
  });

  test("fits on 80 columns", async () => {
    for (const words of [["--help"], ...VERBS.map((verb) => [verb, "--help"]), ["ws", "--help"]]) {
      const ran = await runCommandLine(words);
      for (const row of ran.stdout.split("\n")) expect(textWidth(row)).toBeLessThanOrEqual(80);
    }
  });
});

test("--version prints the version alone", async () => {
  expect((await runCommandLine(["--version"])).stdout).toBe("9.9.9\n");
});
