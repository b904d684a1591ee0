import { expect, test } from "bun:test";
import { join } from "node:path";
import { runBench } from "./run-bench.ts";

const MAIN = join(import.meta.dir, "main.ts");
const TIMEOUT_MS = 180_000;

const bench = (...argv: readonly string[]) => runBench(MAIN, argv);

/** A small size of all of it, so that it cannot rot; how long anything took is nobody's test. */
test(
  "every path is measured beside its floor",
  async () => {
    const { stdout, exitCode, stderr } = await bench("--small", "--rounds", "1", "--json");
    expect(exitCode === 0 ? "" : stderr).toBe("");
    const results: readonly Record<string, unknown>[] = JSON.parse(stdout);
    const keys = new Set(results.map(({ key }) => key));
    for (const key of [
      "append-full",
      "fold",
      "plan",
      "list",
      "maybe-run",
      "cluster",
      "analytics",
      "start",
      "hook",
      "memory",
      "sidecar",
    ]) {
      expect(keys).toContain(key);
    }
    for (const { ours, floorFigure, what } of results) {
      expect([what, Number(ours) > 0, Number(floorFigure) > 0]).toEqual([what, true, true]);
    }
  },
  TIMEOUT_MS,
);

test("one path is printed as a table", async () => {
  const { stdout } = await bench("--small", "--only", "append-batch", "--rounds", "1");
  const [header = "", row = ""] = stdout.split("\n");
  expect(header).toMatch(/^what +size +ours +floor +floor is +ratio +± +aim +growth$/);
  expect(row).toMatch(
    /^append 1,000 events at once +[\d.]+ (?:ms|µs) +[\d.]+ (?:ms|µs) +raw transaction +[\d.]+ /,
  );
});

test.each([
  ["--rounds", "0"],
  ["--rounds", "many"],
  ["--only", "nothing"],
])("refuses %s %s in one line", async (name, value) => {
  const { stderr, exitCode } = await bench(name, value);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(new RegExp(`^error: ${name} [^\\n]*\\n$`));
});
