import { expect, test } from "bun:test";
import { join } from "node:path";
import { runBench } from "./run-bench.ts";

const MAIN = join(import.meta.dir, "main.ts");

const bench = (...argv: readonly string[]) => runBench(MAIN, argv);

test("prints the p95 of each request beside that of its SQL", async () => {
  const { stdout, stderr, exitCode } = await bench("--events", "2000", "--rounds", "2");
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  expect(stdout).toMatch(/^analytics over \d+ events and 200 skills, 2 rounds$/m);
  for (const path of ["/analytics/curator", "/analytics/cost by model", "/analytics/cost by day"]) {
    expect(stdout).toMatch(new RegExp(`^${path}, 7 days( +[\\d.]+ ms){4} +[\\d.]+$`, "m"));
  }
});

test.each(["0", "-1", "many", ""])("refuses --events %j", async (events) => {
  const { stderr, exitCode } = await bench("--events", events);
  expect(exitCode).toBe(2);
  expect(stderr).toStartWith("error: --events");
});
