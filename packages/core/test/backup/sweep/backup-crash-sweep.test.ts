import { expect, test } from "bun:test";
import { type CutMode, reportPoints, spreadPoints } from "@metis-curate/testkit";
import {
  expectOnlyWholeBackups,
  expectRepeatable,
  expectSettled,
  makeSweepWorld,
  performSweep,
  recoverSweep,
  SCENARIOS,
} from "./restore-world.ts";

const MODES: readonly CutMode[] = ["crash-before", "crash-after"];
/** Effects per scenario; every one with `bun run torture`. */
const EFFECTS = 12;
const SWEEP_TIMEOUT_MS = 900_000;
let points = 0;
let of = 0;

for (const scenario of SCENARIOS) {
  test(
    `${scenario.name}: killed at any effect, it is finished or never was, and can be done again`,
    async () => {
      const effects = (await performSweep(await makeSweepWorld(scenario))).recorder.count();
      const sample = spreadPoints(effects, EFFECTS);
      of += effects * MODES.length;
      for (const at of sample) {
        for (const mode of MODES) {
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
  reportPoints("backup crash sweep", points, of);
  expect(points).toBeGreaterThan(50);
});
