/**
 * The long versions of the sweeps, storms and properties: every point, long times, a new seed per round; then a table
 * of what was looked at. `bun run torture [rounds] [path of tests…]`.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { formatPointCounts, readPointCounts } from "./point-counts.ts";

const ROOT = join(import.meta.dir, "..");
const REPORT_DIR = join(ROOT, ".reports");
const ROUNDS_DEFAULT = 1;
const SEED_RANGE = 2 ** 31;
const MS_PER_MINUTE = 60_000;

const [first = String(ROUNDS_DEFAULT), ...paths] = process.argv.slice(2);
const rounds = Number(first);
if (!Number.isSafeInteger(rounds) || rounds < 1) {
  console.error(`torture: "${first}" is no number of rounds; write for example: bun run torture 5`);
  process.exit(2);
}

mkdirSync(REPORT_DIR, { recursive: true });
let failed = 0;
for (let round = 1; round <= rounds; round += 1) {
  const seed = process.env["METIS_TEST_SEED"] ?? String(Math.floor(Math.random() * SEED_RANGE));
  const counts = join(REPORT_DIR, `torture-${round}.jsonl`);
  rmSync(counts, { force: true });
  console.log(`\n== round ${round} of ${rounds}, METIS_TEST_SEED=${seed}`);
  const startedMs = performance.now();
  const child = Bun.spawn(
    [process.execPath, "test", "--parallel=2", "--timeout=1800000", "--dots", ...paths],
    {
      cwd: ROOT,
      stdin: "ignore",
      stdout: "inherit",
      stderr: "inherit",
      env: { ...process.env, METIS_TORTURE: "1", METIS_TEST_SEED: seed, METIS_COUNTS_FILE: counts },
    },
  );
  const ok = (await child.exited) === 0;
  if (!ok) failed += 1;
  const minutes = ((performance.now() - startedMs) / MS_PER_MINUTE).toFixed(1);
  console.log(`\n${formatPointCounts(readPointCounts(counts))}`);
  console.log(`\nround ${round}, seed ${seed}: ${ok ? "passed" : "FAILED"} in ${minutes} min`);
}
console.log(`\n${rounds - failed} of ${rounds} rounds passed`);
process.exit(failed === 0 ? 0 : 1);
