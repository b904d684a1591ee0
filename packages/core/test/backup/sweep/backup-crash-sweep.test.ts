import { expect, test } from "bun:test";
import type { CutMode } from "@metis-curate/testkit";
import {
  expectOnlyWholeBackups,
  expectRepeatable,
  expectSettled,
  makeSweepWorld,
  performSweep,
  recoverSweep,
  SCENARIOS,
} from "./restore-world.ts";

const CRASHES: readonly CutMode[] = ["crash-before", "crash-after"];
/** Every effect with `bun run torture`, every ninth otherwise. */
const STRIDE = process.env["METIS_TORTURE"] === "1" ? 1 : 9;
const SWEEP_TIMEOUT_MS = 900_000;
let points = 0;

for (const scenario of SCENARIOS) {
  test(
    `${scenario.name}: killed at any effect, it is finished or never was, and can be done again`,
    async () => {
      const effects = (await performSweep(await makeSweepWorld(scenario))).recorder.count();
      for (let at = 1; at <= effects; at += STRIDE) {
        for (const mode of CRASHES) {
          points += 1;
          const world = await makeSweepWorld(scenario);
          const { recorder } = await performSweep(world, { at, mode });
          const where = `${mode} at ${at}: ${recorder.log.at(-1)}`;
          await expectOnlyWholeBackups(world, where);
          await recoverSweep(world);
          expectSettled(world, where);
          await recoverSweep(world, 0.6);
          expectSettled(world, where);
          await expectRepeatable(world, where);
        }
      }
    },
    SWEEP_TIMEOUT_MS,
  );
}

test("the sweep has looked at a good number of points", () => {
  console.log(`backup crash sweep: ${points} points in ${SCENARIOS.length} scenarios`);
  expect(points).toBeGreaterThan(60);
});
