import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { smallLibrary } from "./support/libraries.ts";
import { linesOf, type Ran, runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

let box: Sandbox;

beforeEach(async () => {
  box = createSandbox();
  await box.addLibrary({ skills: smallLibrary() });
});

afterEach(() => box.dispose());

const STATE = "ws/.metis/curator/state.json";
const ws = (...argv: readonly string[]): Promise<Ran> => runInProcess(box, ["ws", ...argv]);
const state = () => JSON.parse(readFileSync(join(box.home, STATE), "utf8"));
const setAside = (): readonly string[] =>
  readdirSync(join(box.workspace, ".metis/curator")).filter((name) => name.startsWith("state.json.corrupt-"));

describe("a state.json is kept aside and rebuilt from the trace, pins included, when it holds (CASES 40)", () => {
  test.each([
    "",
    '{"schema_version": "1", "skil',
    "[]",
    "null",
    '{"skills": []}',
    '\u0000{"a":1}',
    "\ufffd{",
  ])("%j", async (bytes) => {
    await ws("pin", "old-thing");
    box.write(STATE, bytes);
    const ran = await ws("--model", "rules", "--yes");
    expect(ran.exitCode).toBe(0);
    expect(ran.stderr).toContain("state.json");
    expect(box.events("skill.curated").map(({ payload }) => payload["action"])).toEqual(["pin"]);
    expect(state().skills["old-thing"].pinned).toBe(true);
    expect(setAside()).toHaveLength(1);
    const [aside = ""] = setAside();
    expect(readFileSync(join(box.workspace, ".metis/curator", aside), "utf8")).toBe(bytes);
    expect((await ws("unpin", "old-thing")).exitCode).toBe(0);
    expect(setAside()).toHaveLength(1);
  });
});

test("another version is never written, and said in one line", async () => {
  const text = '{"schema_version":"2","skills":{}}\n';
  box.write(STATE, text);
  for (const argv of [
    ["pin", "old-thing"],
    ["--model", "rules", "--yes"],
  ]) {
    const ran = await ws(...argv);
    expect(ran.exitCode).toBe(2);
    expect(linesOf(ran.stderr)).toHaveLength(1);
  }
  expect(readFileSync(join(box.home, STATE), "utf8")).toBe(text);
});

test("looking at a damaged state repairs nothing", async () => {
  box.write(STATE, "{");
  const before = box.dump();
  for (const argv of [["--list"], ["--dry-run"], ["status"], ["explain", "old-thing"], ["history"]]) {
    expect((await ws(...argv)).exitCode, argv.join(" ")).toBe(0);
  }
  expect(box.dump()).toEqual(before);
});

test("a removed state.json comes back from the trace with its pins and its pause", async () => {
  await ws("pin", "old-thing");
  await ws("pause");
  rmSync(join(box.home, STATE));
  expect((await ws("--model", "rules", "--yes")).exitCode).toBe(3);
  await ws("resume");
  expect((await ws("--model", "rules", "--yes")).exitCode).toBe(0);
  expect(state().skills["old-thing"].pinned).toBe(true);
});

test("fields that a later version wrote survive a rewrite", async () => {
  await ws("pin", "old-thing");
  box.write(STATE, JSON.stringify({ ...state(), later: { kept: true } }));
  expect((await ws("pin", "fresh-thing")).exitCode).toBe(0);
  expect(state()).toMatchObject({ later: { kept: true } });
  expect(state().skills["old-thing"].pinned).toBe(true);
});
