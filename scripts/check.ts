/** Runs format and lint, types and every test; prints the seed and ends with `N passed, N failed`. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { formatPointCounts, readPointCounts } from "./point-counts.ts";

const ROOT = join(import.meta.dir, "..");
const REPORT_DIR = join(ROOT, ".reports");
const JUNIT_FILE = join(REPORT_DIR, "junit.xml");
const COUNTS_FILE = join(REPORT_DIR, "points.jsonl");
const DEFAULT_SEED = "20261201";

const seed = process.env["METIS_TEST_SEED"] ?? DEFAULT_SEED;

async function run(name: string, command: readonly string[]): Promise<boolean> {
  const startedMs = performance.now();
  console.log(`\n== ${name}: ${command.join(" ")}`);
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
    env: {
      ...process.env,
      METIS_TEST_SEED: seed,
      METIS_COUNTS_FILE: COUNTS_FILE,
      TURBO_TELEMETRY_DISABLED: "1",
      NO_COLOR: "1",
    },
  });
  const ok = (await child.exited) === 0;
  console.log(
    `== ${name}: ${ok ? "ok" : "FAILED"} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`,
  );
  return ok;
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts from the test runner's own report; null when it wrote none. */
function readCounts(): Counts | null {
  let text: string;
  try {
    text = readFileSync(JUNIT_FILE, "utf8");
  } catch {
    return null;
  }
  const head = /<testsuites\b[^>]*>/.exec(text)?.[0] ?? "";
  const attribute = (name: string): number =>
    Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? Number.NaN);
  const [tests, failures, skipped] = [attribute("tests"), attribute("failures"), attribute("skipped")];
  if (Number.isNaN(tests) || Number.isNaN(failures)) return null;
  return { passed: tests - failures - (skipped || 0), failed: failures, skipped: skipped || 0 };
}

rmSync(REPORT_DIR, { recursive: true, force: true });
mkdirSync(REPORT_DIR, { recursive: true });
console.log(`seed ${seed} (METIS_TEST_SEED)`);

const checks = [
  await run("format and lint", [process.execPath, "run", "lint"]),
  await run("types", [process.execPath, "run", "typecheck"]),
];
const testsOk = await run("tests", [
  process.execPath,
  "test",
  "--parallel=2",
  "--timeout=180000",
  "--dots",
  "--reporter=junit",
  `--reporter-outfile=${JUNIT_FILE}`,
]);

const counts = readCounts();
const failedChecks = checks.filter((ok) => !ok).length;
const hiddenFailure = !testsOk && (counts === null || counts.failed === 0) ? 1 : 0;
const failed = (counts?.failed ?? 0) + failedChecks + hiddenFailure;
if (counts === null || counts.passed + counts.failed === 0) console.log("the test runner reported no test");
console.log(`\n${formatPointCounts(readPointCounts(COUNTS_FILE))}`);
console.log(`\nseed ${seed}`);
if ((counts?.skipped ?? 0) > 0) console.log(`skipped tests: ${counts?.skipped}`);
console.log(`${counts?.passed ?? 0} passed, ${failed} failed`);
process.exit(failed === 0 && (counts?.passed ?? 0) > 0 ? 0 : 1);
