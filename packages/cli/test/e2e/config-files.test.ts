import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { smallLibrary } from "./support/libraries.ts";
import { linesOf, type Ran, runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

let box: Sandbox;

beforeEach(async () => {
  box = createSandbox();
  await box.addLibrary({ skills: smallLibrary() });
});

afterEach(() => box.dispose());

const ws = (...argv: readonly string[]): Promise<Ran> => runInProcess(box, ["ws", ...argv]);

describe("a config error is one line with the key, the value and what is allowed (CASES 39)", () => {
  for (const [text, words] of [
    ['per_run_max_usd: "1,00"', ["curator.per_run_max_usd", "1,00"]],
    ['per_run_max_usd: "-1"', ["curator.per_run_max_usd", "-1"]],
    ['enabled: "false"', ["curator.enabled", "false"]],
    ["archive_after_days: -1", ["curator.archive_after_days", "-1", "0"]],
    ["stale_after_days: 100", ["stale_after_days", "100", "90"]],
    ["intervall_hours: 5", ["curator.intervall_hours", "interval_hours"]],
    ["edit_failure_rate: 1.5", ["curator.edit_failure_rate", "1.5"]],
    ["similarity: psychic", ["curator.similarity", "psychic"]],
    ["max_skills_per_root: 1001", ["curator.max_skills_per_root", "1001", "1000"]],
    ["model: [rules]", ["curator.model"]],
  ] as const) {
    test(text, async () => {
      const before = box.dump();
      box.write(".metis/config.yaml", `curator:\n  ${text}\n`);
      for (const argv of [["--dry-run"], ["--model", "rules", "--yes"], ["--list"], ["pin", "old-thing"]]) {
        const ran = await ws(...argv);
        expect(ran.exitCode).toBe(2);
        expect(ran.stdout).toBe("");
        expect(linesOf(ran.stderr)).toHaveLength(1);
        expect(ran.stderr).toContain(".metis/config.yaml");
        for (const word of words) expect(ran.stderr).toContain(word);
      }
      expect(box.dump()).toEqual(before);
    });
  }
});

test("two mistakes are two lines, each an error of its own", async () => {
  box.write(".metis/config.yaml", 'curator:\n  enabled: "no"\n  archive_after_days: x\n');
  const ran = await ws("--list");
  expect(ran.exitCode).toBe(2);
  expect(linesOf(ran.stderr).map((line) => line.startsWith("error: "))).toEqual([true, true]);
});

test("thousands of mistakes are twenty lines and their number", async () => {
  const keys = Array.from({ length: 5_000 }, (_, at) => `  k${at}: 1`);
  box.write("ws/.metis/config.yaml", `curator:\n${keys.join("\n")}\n`);
  const ran = await ws("--list");
  expect(ran.exitCode).toBe(2);
  expect(linesOf(ran.stderr)).toHaveLength(21);
  expect(ran.stderr).toContain("and 4980 more mistakes in the configuration");
});

test("a file that is no YAML, or no mapping, or not there, is named", async () => {
  for (const text of ["curator: [", "- 1\n", "curator: 3\n", null]) {
    if (text !== null) box.write("other.yaml", text);
    const ran = await ws("--config", text === null ? "nope.yaml" : "other.yaml", "--list");
    expect(ran.exitCode, String(text)).toBe(2);
    expect(linesOf(ran.stderr), String(text)).toHaveLength(1);
    expect(ran.stderr).toContain(text === null ? "nope.yaml" : "other.yaml");
  }
});

test("a workspace's file may not spend more, choose a model or shorten a time", async () => {
  for (const text of [
    'per_run_max_usd: "9.00"',
    "per_day_max_usd: 5",
    "model: openai:gpt-5",
    "archive_after_days: 31",
    "interval_hours: 1",
  ]) {
    box.write("ws/.metis/config.yaml", `curator:\n  ${text}\n`);
    const ran = await ws("--dry-run");
    expect(ran.exitCode, text).toBe(2);
    expect(linesOf(ran.stderr), text).toHaveLength(1);
    expect(ran.stderr, text).toContain("ws/.metis/config.yaml");
    expect(ran.stderr, text).toContain("~/.metis/config.yaml");
  }
});

test("a workspace's file may lower a cap and lengthen a time", async () => {
  box.write("ws/.metis/config.yaml", 'curator:\n  per_run_max_usd: "0.10"\n  archive_after_days: 365\n');
  expect(JSON.parse((await ws("--dry-run", "--json")).stdout).candidates).toEqual([]);
  expect((await ws("--model", "rules")).exitCode).toBe(0);
  const [started] = box.events("curator.run_started");
  expect(started?.payload).toMatchObject({
    config_snapshot: { per_run_max_usd: "0.10", archive_after_days: 365 },
  });
});

test("half an hour is half an hour, and --config goes over the home's file", async () => {
  box.write(".metis/config.yaml", "curator:\n  interval_hours: 3\n");
  box.write("mine.yaml", "curator:\n  interval_hours: 0.5\n");
  expect((await ws("--model", "rules", "--yes", "--config", "mine.yaml")).exitCode).toBe(0);
  const [started] = box.events("curator.run_started");
  expect(started?.payload).toMatchObject({ config_snapshot: { interval_hours: 0.5 } });
});

test("a library that its configuration disabled refuses with 3 and the pair", async () => {
  box.write("ws/.metis/config.yaml", "curator:\n  enabled: false\n");
  const ran = await ws("--model", "rules", "--yes");
  expect(ran.exitCode).toBe(3);
  expect(linesOf(ran.stderr)).toHaveLength(1);
  expect(box.events("curator.run_finished")[0]?.payload).toMatchObject({ throttled_reason: "disabled" });
  expect(box.events("skill.curated")).toEqual([]);
});

test("an error line names its file and its key once", async () => {
  const once = (text: string, word: string): void => expect(text.split(word)).toHaveLength(2);
  box.write(".metis/config.yaml", "curator:\n  archive_after_days: -1\n");
  const wrongValue = await ws("--list");
  once(wrongValue.stderr, ".metis/config.yaml");
  once(wrongValue.stderr, "archive_after_days");
  box.write(".metis/config.yaml", "- a list\n");
  const wrongFile = await ws("--list");
  expect(wrongFile.exitCode).toBe(2);
  once(wrongFile.stderr, ".metis/config.yaml");
});
