import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../../../..");
const text = readFileSync(join(ROOT, "docs/reliability.md"), "utf8");
const named = [...text.matchAll(/`([a-z-]+\/test\/[^`]+)`/g)].map((match) => match[1] ?? "");

test("every test that docs/reliability.md names is there and tests something", () => {
  expect(named.length).toBeGreaterThan(40);
  const empty = named.filter((path) => {
    const file = join(ROOT, "packages", path);
    return !existsSync(file) || !/\b(?:test|fuzz\w*)[.(]/.test(readFileSync(file, "utf8"));
  });
  expect(empty).toEqual([]);
});

test("every promise and every attack names a test", () => {
  const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
  const held = rows.slice(1, rows.indexOf("| what happened | what to do |"));
  const without = held.filter((row) => !row.includes("/test/") && !row.startsWith("| attack |"));
  expect(without).toEqual([]);
});
