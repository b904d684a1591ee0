import { describe, expect, test } from "bun:test";
import type { AdoptScoutedRequest, ScoutRequest } from "@metis-curate/core";
import { ADOPT_REPORT, createFakeScout, SCOUT_REPORT } from "../support/fake-scout.ts";
import { runCommandLine } from "../support/run-command-line.ts";
import { testLines } from "../support/test-lines.ts";

const LINES = [
  "ws scout",
  "ws scout read a pdf --limit 5 --refresh",
  "ws scout adopt sk-1f3870be27",
  "ws scout dismiss sk-1f3870be27",
];

describe("a command of the scout", () => {
  testLines(LINES);

  test("a query needs no quotes; without one the gaps are looked for", async () => {
    const asked: (ScoutRequest | undefined)[] = [];
    const scout = createFakeScout({
      search: async (request) => {
        asked.push(request);
        return { ok: true, value: SCOUT_REPORT };
      },
    });
    await runCommandLine("ws scout read a pdf --gaps-only --limit 5".split(" "), { scout });
    await runCommandLine(["ws", "scout", "adopt a pdf"], { scout });
    await runCommandLine(["ws", "scout"], { scout });
    expect(asked).toEqual([
      { query: "read a pdf", gapsOnly: true, isFresh: false, limit: 5 },
      { query: "adopt a pdf", gapsOnly: false, isFresh: false },
      { query: null, gapsOnly: false, isFresh: false },
    ]);
  });

  test("what was found is shown with its address, a failed source with its warning", async () => {
    const { stdout } = await runCommandLine(["ws", "scout", "pdf"]);
    expect(stdout).toContain("https://github.com/acme/pdf-tools");
    expect(stdout).toContain("sk-1f3870be27");
    expect(stdout).toContain("skills.sh: gave no answer within 10 s");
  });

  test("when no source answers the exit code is 1", async () => {
    const sources = SCOUT_REPORT.sources.map((source) => ({ ...source, failed: true }));
    const scout = createFakeScout({
      search: async () => ({ ok: true, value: { ...SCOUT_REPORT, skills: [], sources } }),
    });
    expect((await runCommandLine(["ws", "scout", "pdf"], { scout })).exitCode).toBe(1);
  });

  test("adopt passes its options on, and a dangerous skill is exit 3 with its findings", async () => {
    const asked: AdoptScoutedRequest[] = [];
    const blocked = "pdf-tools holds 1 dangerous thing";
    const finding = {
      kind: "injection",
      severity: "danger",
      file: "SKILL.md",
      line: 7,
      message: "bad",
    } as const;
    const scout = createFakeScout({
      adopt: async (request) => {
        asked.push(request);
        const report = {
          ...ADOPT_REPORT,
          written: false,
          blocked,
          findings: [finding],
          skill_md: "\u001b[2Jhi",
        };
        return { ok: true, value: report };
      },
    });
    const ran = await runCommandLine("ws scout adopt sk-1 --force --dry-run".split(" "), { scout });
    expect(asked).toEqual([{ target: "sk-1", force: true, dryRun: true, withText: true }]);
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr).toBe(`error: ${blocked}\n`);
    expect(ran.stdout).toContain("DANGER: SKILL.md:7 bad");
    expect(ran.stdout).not.toContain("\u001b");
    const json = await runCommandLine("ws scout adopt sk-1 --json".split(" "), { scout });
    expect(json.exitCode).toBe(3);
    expect(json.stderr).toBe("");
    expect(JSON.parse(json.stdout)).toMatchObject({ written: false, blocked });
  });

  test.each([
    ["ws scout adopt", "one id or address"],
    ["ws scout adopt a b", "one id or address"],
    ["ws scout pdf --force", "--force"],
    ["ws scout pdf --dry-run", "--dry-run"],
    ["ws scout dismiss a --limit 3", "--limit"],
    ["ws scout --limit many", "--limit"],
  ])("`%s` is a usage error that names %s", async (line, named) => {
    const ran = await runCommandLine(line.split(" "));
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain(named);
    expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("Ctrl-C ends the search", async () => {
    let interrupt = (): void => undefined;
    const scout = createFakeScout({
      search: async (_, signal) => {
        interrupt();
        const message = `aborted ${signal?.aborted}`;
        return { ok: false, refusal: { kind: "cancelled", message, exitCode: 3 } };
      },
    });
    const onListen = (stop: () => void) => {
      interrupt = stop;
    };
    const ran = await runCommandLine(["ws", "scout", "pdf"], { scout, onListen });
    expect(ran.stderr).toContain("aborted true");
  });
});
