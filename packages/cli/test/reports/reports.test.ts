import { describe, expect, test } from "bun:test";
import { textWidth } from "../../src/text/text-width.ts";
import { HOSTILE_CHARACTERS, RUN_ID } from "../support/reports.ts";
import { runCommandLine } from "../support/run-command-line.ts";

const LINES = [
  "ws --dry-run",
  "ws",
  "ws --list",
  "ws explain x",
  "ws undo x",
  "ws status",
  "ws history",
  "ws doctor",
];
/** Built without the escape character in the source. */
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");

async function show(line: string, context = {}): Promise<string> {
  return (await runCommandLine(line.split(" "), { context })).stdout;
}

describe("every report", () => {
  test.each(LINES)("`%s` fits on 80 columns off a terminal", async (line) => {
    for (const row of (await show(line)).split("\n")) expect(textWidth(row)).toBeLessThanOrEqual(80);
  });

  test.each(LINES)("`%s` fits on a terminal of 50 and of 120 columns", async (line) => {
    for (const columns of [50, 120]) {
      for (const row of (await show(line, { columns })).split("\n")) {
        if (!row.includes("metis-curate ws")) expect(textWidth(row)).toBeLessThanOrEqual(columns);
      }
    }
  });

  test.each(LINES)("`%s` shows nothing of a skill that a terminal would obey", async (line) => {
    expect(HOSTILE_CHARACTERS.test(await show(line))).toBe(false);
    const coloured = await show(line, { stdoutIsTty: true });
    expect(HOSTILE_CHARACTERS.test(coloured.replaceAll(COLOUR, ""))).toBe(false);
  });

  test.each(LINES)("`%s --json` holds nothing that a terminal would obey", async (line) => {
    expect(HOSTILE_CHARACTERS.test(await show(`${line} --json`))).toBe(false);
  });

  test.each(LINES)("`%s` says the same with and without colour", async (line) => {
    const coloured = await show(line, { stdoutIsTty: true });
    expect(coloured).toContain("\u001b[");
    expect(coloured.replaceAll(COLOUR, "")).toBe(await show(line));
    expect(await show(line, { stdoutIsTty: true, env: { NO_COLOR: "1" } })).toBe(await show(line));
  });
});

describe("the dry run", () => {
  test("says what, why, at what cost, what is left alone and why, and the next command", async () => {
    const text = await show("ws --dry-run");
    expect(text).toContain("Candidates: 2");
    expect(text).toContain("idle for 120 days");
    expect(text).toContain("Estimated total, at most: $0.033457");
    expect(text).toContain("2 more were cut by max_skills_per_root");
    expect(text).toContain("Left alone: 3");
    expect(text).toMatch(/ 2 {2}manual {6}written by a person/);
    expect(text).toContain("(adopt <skill> has one curated)");
    expect(text).toMatch(/something else names them: named \(AGENTS\.md names\s+it\)/);
    expect(text).toContain("- trace-pruned: older events are gone");
    expect(text).toEndWith("To do it:\n  metis-curate ws\n");
  });

  test("has its wire form with --json", async () => {
    const json = JSON.parse(await show("ws --dry-run --json"));
    expect(json).toMatchObject({ estimated_total_usd: "0.0334567891", truncated: 2 });
    expect(json.candidates[0]).toMatchObject({
      action: "archive",
      skills: ["old-thing"],
      estimated_cost_usd: "0.01",
    });
    expect(json.left_alone[0]).toEqual({ skill: "by-hand", reason: "manual" });
  });
});

describe("a run", () => {
  test("says what was done, what was skipped and why, the spend, and how to undo it", async () => {
    const text = await show("ws");
    expect(text).toStartWith("The run is complete.\n");
    expect(text).toMatch(/archived +old-thing +\$0\.004/);
    expect(text).toMatch(/merged +deploy +\$0\.020 +took in deploy-b/);
    expect(text).toMatch(/edit +flaky +declined +\$0\.001 +the model said no/);
    expect(text.split("the model said no")).toHaveLength(2);
    expect(text).toMatch(/ 1 {2}declined +the model decided to leave them\n/);
    expect(text).toContain("- deploy: Deploys anything");
    expect(text).toContain("- 1 action of an earlier run was finished");
    expect(text).toContain("spent $0.025 in 12.3 s");
    expect(text.replace(/\s+/g, " ")).toContain(
      "Model: 4 calls, at most $0.090, billed $0.025 (archive $0.004, consolidate $0.021).",
    );
    expect(text).toEndWith(`To reverse this run:\n  metis-curate ws undo ${RUN_ID}\n`);
  });
});

describe("the list", () => {
  test("shows state, origin, last load, loads, archives and what was not read", async () => {
    const text = await show("ws --list");
    expect(text).toContain("Last curated: 2026-11-20 08:30");
    expect(text).toContain("1 unfinished action: the next run finishes or forgets it.");
    expect(text).toMatch(/deploy +active +auto +3 d ago +7 +active, pinned/);
    expect(text).toContain("- ops/deploy:3:14: unquoted-value: quote the description");
    expect(text).toMatch(/2026-11-01 00:00 +archive +old\n/);
    expect(text).toContain("- broken:2:1: invalid-yaml: a colon too many");
  });
});

test("the status shows due dates, spend and what waits", async () => {
  const text = await show("ws status");
  expect(text).toMatch(/next due +2026-12-04 13:00 UTC \(in 3 d\)/);
  expect(text).toMatch(/spent today +\$0\.184 of \$1\.000: 4 calls, at most \$0\.090, billed \$0\.025/);
  expect(text).toMatch(/cut off\s+\$0\.159 counted as spent/);
  expect(text).toMatch(/waiting +40 would be archived at once; look at --dry-run/);
});

test("the history shows the change line by line", async () => {
  const text = await show("ws history");
  expect(text).toStartWith("2026-11-30 14:02 edit flaky\n");
  expect(text).toContain("  -old \\u{1b}[2J\n  +new\n   context\n");
  const coloured = await show("ws history", { stdoutIsTty: true });
  expect(coloured).toContain("  \u001b[32m+new\u001b[39m\n");
});
