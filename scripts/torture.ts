/** The long versions of the sweeps and properties: every point, many seeds. `bun run torture [rounds]`. */
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const ROUNDS_DEFAULT = 5;
const SEED_RANGE = 2 ** 31;

const rounds = Number(process.argv[2] ?? ROUNDS_DEFAULT);
if (!Number.isSafeInteger(rounds) || rounds < 1) {
  console.error(`torture: "${process.argv[2]}" is no number of rounds; write for example: bun run torture 5`);
  process.exit(2);
}

let failed = 0;
for (let round = 1; round <= rounds; round += 1) {
  const seed = String(Math.floor(Math.random() * SEED_RANGE));
  console.log(`\n== round ${round} of ${rounds}, METIS_TEST_SEED=${seed}`);
  const child = Bun.spawn([process.execPath, "test", "--parallel=2", "--timeout=1800000", "--dots"], {
    cwd: ROOT,
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
    env: { ...process.env, METIS_TORTURE: "1", METIS_TEST_SEED: seed },
  });
  if ((await child.exited) !== 0) failed += 1;
}
console.log(`\n${rounds - failed} of ${rounds} rounds passed`);
process.exit(failed === 0 ? 0 : 1);
