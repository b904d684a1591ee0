import { expect, test } from "bun:test";
import type { FileSystemErrorKind, TraceErrorKind } from "@metis-curate/core";
import type { CutMode } from "@metis-curate/testkit";
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

const FAULTS: readonly CutMode[] = ["fail-once", "fail-from-then-on"];
const FILE_ERRORS: readonly FileSystemErrorKind[] = [
  "no-space",
  "permission-denied",
  "too-many-open-files",
  "io",
];
const TRACE_ERRORS: readonly TraceErrorKind[] = ["locked", "no-space", "io"];
/** Every effect with `bun run torture`, every ninth otherwise. */
const STRIDE = process.env["METIS_TORTURE"] === "1" ? 1 : 9;
const SWEEP_TIMEOUT_MS = 900_000;
let points = 0;

for (const scenario of SCENARIOS) {
  test(
    `${scenario.name}: an error of any effect is an answer, and leaves all or nothing`,
    async () => {
      const effects = (await performSweep(await makeSweepWorld(scenario))).recorder.count();
      for (let at = 1; at <= effects; at += STRIDE) {
        for (const mode of FAULTS) {
          points += 1;
          const world = await makeSweepWorld(scenario);
          const fileError = FILE_ERRORS[at % FILE_ERRORS.length] ?? "io";
          const traceError = TRACE_ERRORS[at % TRACE_ERRORS.length] ?? "io";
          const { recorder, outcome } = await performSweep(world, { at, mode, fileError, traceError });
          const where = `${mode} at ${at}: ${recorder.log[at - 1]}`;
          const refusal = outcome?.ok === false ? outcome.refusal : null;
          if (refusal?.message.includes("everything is as it was before") === true) {
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
  console.log(`backup fault sweep: ${points} points in ${SCENARIOS.length} scenarios`);
  expect(points).toBeGreaterThan(60);
});
