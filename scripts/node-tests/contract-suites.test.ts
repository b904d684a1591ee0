import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { buildPackages } from "../packaging/build-packages.ts";
import { bundleNodeTests, listNodeTests, type NodeTests } from "./bundle-tests.ts";
import { findNodes } from "./find-nodes.ts";

/** Half a minute on a machine with nothing else to do. */
const TIMEOUT_MS = 600_000;
/** All of them are some hundred; far fewer are a run that ended early. */
const TESTS_MIN = 300;

let tests: NodeTests;
beforeAll(async () => {
  await buildPackages();
  tests = await bundleNodeTests(listNodeTests());
}, TIMEOUT_MS);
afterAll(() => rmSync(tests.directory, { recursive: true }));

/** What Node's own runner says in TAP. */
function readTap(tap: string) {
  const count = (word: string): number => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(tap)?.[1] ?? "0");
  const failed = [...tap.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, name]) => name ?? "");
  const errors = [...tap.matchAll(/^ +error: (?:\|-\n)?(.*)$/gm)].map(([, error]) => error?.trim() ?? "");
  return { passed: count("pass"), cancelled: count("cancelled"), skipped: count("skipped"), failed, errors };
}

for (const node of findNodes()) {
  if ("absent" in node) {
    console.log(`the suites on Node with ${node.driver} are not run: ${node.absent}`);
    test.skip(`the suites on Node with ${node.driver}: ${node.absent}`, () => {});
    continue;
  }
  test(
    `the contract suites hold on Node ${node.version} with ${node.driver}`,
    async () => {
      const { program, driver, version } = node;
      const command = [program, "--import", tests.preload, "--test", "--test-reporter=tap", ...tests.files];
      const env = { ...process.env, METIS_SQLITE_DRIVER: driver };
      const ran = Bun.spawn(command, { env, stdout: "pipe", stderr: "inherit" });
      const { passed, cancelled, skipped, failed, errors } = readTap(await new Response(ran.stdout).text());
      console.log(
        `Node ${version} with ${driver}: ${passed} tests of ${tests.files.length} files passed, ${skipped} skipped`,
      );
      expect({ failed, errors, cancelled, code: await ran.exited }).toEqual({
        failed: [],
        errors: [],
        cancelled: 0,
        code: 0,
      });
      expect(passed).toBeGreaterThan(TESTS_MIN);
    },
    TIMEOUT_MS,
  );
}
