import { expect, test } from "bun:test";
import type { FileSystemErrorKind, TraceErrorKind } from "@metis-curate/core";
import { type CutMode, reportPoints, spreadPoints } from "@metis-curate/testkit";
import { treesOf } from "../backup-world.ts";
import {
  expectRepeatable,
  expectSettled,
  makeSweepWorld,
  performSweep,
  recoverSweep,
  SCENARIOS,
  sorted,
} from "./restore-world.ts";

const MODES: readonly CutMode[] = ["fail-once", "fail-from-then-on"];
const FILE_ERRORS: readonly FileSystemErrorKind[] = [
  "no-space",
  "permission-denied",
  "too-many-open-files",
  "io",
];
const TRACE_ERRORS: readonly TraceErrorKind[] = ["locked", "no-space", "io"];
/** Effects per scenario; every one with `bun run torture`. */
const EFFECTS = 14;
const SWEEP_TIMEOUT_MS = 900_000;
let points = 0;
let of = 0;

for (const scenario of SCENARIOS) {
  test(
    `${scenario.name}: an error of any effect is an answer, and leaves all or nothing`,
    async () => {
      const effects = (await performSweep(await makeSweepWorld(scenario))).recorder.count();
      const sample = spreadPoints(effects, EFFECTS);
      of += effects * MODES.length;
      for (const at of sample) {
        for (const mode of MODES) {
          points += 1;
          const world = await makeSweepWorld(scenario);
          const fileError = FILE_ERRORS[at % FILE_ERRORS.length] ?? "io";
          const traceError = TRACE_ERRORS[at % TRACE_ERRORS.length] ?? "io";
          const { recorder, outcome } = await performSweep(world, { at, mode, fileError, traceError });
          const where = `${mode} at ${at}: ${recorder.log[at - 1]}`;
          const refusal = outcome?.ok === false ? outcome.refusal : null;
          if (refusal?.message.includes("the library is as it was before") === true) {
            expect(sorted(treesOf(world.fixture)), where).toEqual(sorted(world.before));
          }
          await recoverSweep(world);
          expectSettled(world, where);
          await expectRepeatable(world, where);
        }
      }
    },
    SWEEP_TIMEOUT_MS,
  );
}

test("the sweep has looked at a good number of faults", () => {
  reportPoints("backup fault sweep", points, of);
  expect(points).toBeGreaterThan(50);
});
