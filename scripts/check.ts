/** Runs format and lint, types, the build and every test; prints the seed, what failed, and at last `N passed, N failed`. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findBrokenFiles, findSilentFiles } from "./check/broken-files.ts";
import { formatFailures } from "./check/format-failures.ts";
import { decodeCounts, decodeFailedTests, decodeTestFiles } from "./check/junit-report.ts";
import { ROOT, runCommand } from "./check/run-command.ts";
import { formatPointCounts, readPointCounts } from "./point-counts.ts";

const REPORT_DIR = join(ROOT, ".reports");
const JUNIT_FILE = join(REPORT_DIR, "junit.xml");
const COUNTS_FILE = join(REPORT_DIR, "points.jsonl");
const DEFAULT_SEED = "20261201";

const seed = process.env["METIS_TEST_SEED"] ?? DEFAULT_SEED;
const env = { METIS_TEST_SEED: seed, METIS_COUNTS_FILE: COUNTS_FILE };

/** The test runner's own report; empty when it wrote none. */
function readReport(): string {
  try {
    return readFileSync(JUNIT_FILE, "utf8");
  } catch {
    return "";
  }
}

function testFiles(): readonly string[] {
  const found = new Bun.Glob("{bench,packages,scripts}/**/*.test.{ts,tsx}").scanSync({ cwd: ROOT });
  return [...found].filter((file) => !file.includes("node_modules/")).sort();
}

rmSync(REPORT_DIR, { recursive: true, force: true });
mkdirSync(REPORT_DIR, { recursive: true });
console.log(`seed ${seed} (METIS_TEST_SEED)`);

const steps = [
  await runCommand("format and lint", [process.execPath, "run", "lint"], env),
  await runCommand("types", [process.execPath, "run", "typecheck"], env),
  await runCommand("build", [process.execPath, "run", "build"], env),
];
const tests = await runCommand(
  "tests",
  [
    process.execPath,
    "test",
    "--parallel=2",
    "--timeout=180000",
    "--dots",
    "--reporter=junit",
    `--reporter-outfile=${JUNIT_FILE}`,
  ],
  env,
);

const report = readReport();
const counts = decodeCounts(report);
const files = testFiles();
const broken = findBrokenFiles(tests.output, files);
const silent = findSilentFiles(files, decodeTestFiles(report), broken);
const failures = [...decodeFailedTests(report), ...broken, ...silent];
const unexplained = !tests.ok && failures.length === 0;
const failedSteps = [...steps, ...(unexplained ? [tests] : [])].filter(({ ok }) => !ok);
const failed = Math.max(failures.length, counts?.failed ?? 0) + failedSteps.length;

if (counts === null || counts.passed + counts.failed === 0) console.log("the test runner reported no test");
console.log(`\n${formatPointCounts(readPointCounts(COUNTS_FILE))}`);
console.log(`\nseed ${seed}`);
if ((counts?.skipped ?? 0) > 0) console.log(`skipped tests: ${counts?.skipped}`);
if (failed > 0) console.log(`\n${formatFailures(failedSteps, failures)}\n`);
console.log(`${counts?.passed ?? 0} passed, ${failed} failed`);
process.exitCode = failed === 0 && (counts?.passed ?? 0) > 0 ? 0 : 1;
