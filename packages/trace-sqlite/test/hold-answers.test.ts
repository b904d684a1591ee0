import { afterEach, beforeEach, expect, test } from "bun:test";
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { holdAnswers } from "../src/hold-answers.ts";

const HOUR_MS = 3_600_000;
let directory = "";
let path = "";

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  path = join(directory, "metis.db");
  writeFileSync(path, "database");
});

afterEach(() => rmSync(directory, { recursive: true }));

/** Answers with how often it was asked. */
function counted(options: { readonly nowMs?: () => number; readonly mayKeep?: () => boolean } = {}) {
  let asked = 0;
  const held = holdAnswers<number>(path, {
    countMax: 2,
    mayKeep: options.mayKeep ?? (() => true),
    nowMs: options.nowMs ?? (() => Date.now() + HOUR_MS),
  });
  return (key = "a"): Promise<number> =>
    held.answer(key, async () => {
      asked += 1;
      return asked;
    });
}

test("an answer is held while nobody writes, also when two ask at once", async () => {
  const ask = counted();
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(await ask()).toBe(1);
  expect(await ask("b")).toBe(2);
});

test.each(["", "-wal", "-journal"])("a write to the database%s ends it", async (suffix) => {
  const ask = counted();
  expect(await ask()).toBe(1);
  appendFileSync(`${path}${suffix}`, "more");
  expect(await ask()).toBe(2);
});

test("a log that was opened is no log that was written", async () => {
  writeFileSync(`${path}-wal`, "log");
  const ask = counted();
  expect(await ask()).toBe(1);
  chmodSync(`${path}-wal`, 0o600);
  expect(await ask()).toBe(1);
});

test("a file that was written just now may be written again within one tick of its clock: nothing is held", async () => {
  const ask = counted({ nowMs: () => statSync(path).mtimeMs });
  expect(await ask()).toBe(1);
  expect(await ask()).toBe(2);
});

test("the answer that was asked for longest ago goes first", async () => {
  const ask = counted();
  await ask("a");
  await ask("b");
  await ask("a");
  await ask("c");
  expect(await ask("a")).toBe(1);
  expect(await ask("b")).toBe(4);
});

test("what is too large is not kept, and an error never is", async () => {
  const ask = counted({ mayKeep: () => false });
  expect([await ask(), await ask()]).toEqual([1, 2]);
  const held = holdAnswers<number>(path, {
    countMax: 2,
    mayKeep: () => true,
    nowMs: () => Date.now() + HOUR_MS,
  });
  const failing = held.answer("a", async () => {
    throw new Error("locked");
  });
  expect(failing).rejects.toThrow("locked");
  await failing.catch(() => {});
  expect(await held.answer("a", async () => 7)).toBe(7);
});

test("a write while the answer is made leaves it to those who asked before", async () => {
  const held = holdAnswers<string>(path, {
    countMax: 2,
    mayKeep: () => true,
    nowMs: () => Date.now() + HOUR_MS,
  });
  const first = held.answer("a", async () => {
    appendFileSync(path, "more");
    return "before";
  });
  expect(await first).toBe("before");
  expect(await held.answer("a", async () => "after")).toBe("after");
});
