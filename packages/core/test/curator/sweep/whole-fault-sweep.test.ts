import { expect, test } from "bun:test";
import type { FileSystemErrorKind, TraceErrorKind } from "@metis-curate/core";
import { type CutMode, reportPoints, spreadPoints } from "@metis-curate/testkit";
import { PROCESSES } from "./processes.ts";
import { expectSound, finish, makeWorld, performCut, recover, rehearse, treesOf } from "./whole-world.ts";

const MODES: readonly CutMode[] = ["fail-once", "fail-from-then-on"];
/** Points per process and mode; all of them with torture. */
const POINTS = 8;
/** One kind of error per effect, in turn. */
const FILE_ERRORS: readonly FileSystemErrorKind[] = [
  "no-space",
  "permission-denied",
  "too-many-open-files",
  "read-only",
  "io",
];
const TRACE_ERRORS: readonly TraceErrorKind[] = ["locked", "no-space", "read-only", "io"];

for (const process of PROCESSES) {
  test(`${process.name}: an error of any effect is an answer, every skill is whole, a rerun finishes`, async () => {
    const startedMs = performance.now();
    const { effects, trees, live } = await rehearse(process);
    const points = MODES.flatMap((mode) => spreadPoints(effects, POINTS).map((at) => ({ at, mode })));
    for (const { at, mode } of points) {
      const world = await makeWorld(process);
      const fileError = FILE_ERRORS[at % FILE_ERRORS.length] ?? "io";
      const traceError = TRACE_ERRORS[at % TRACE_ERRORS.length] ?? "io";
      const { log } = await performCut(world, { at, mode, fileError, traceError });
      const where = `${mode} at ${at} of ${effects}: ${log[at - 1]}`;
      await recover(world, 0.25);
      expectSound(world, where);
      expect(trees.strangers(treesOf(world)), where).toEqual([]);
      await finish(world);
      expectSound(world, `rerun after ${where}`);
      // A member of a merge that could not be moved stays, and is no candidate any more: nothing else is left over.
      expect([...treesOf(world).live], `rerun after ${where}`).toEqual(expect.arrayContaining(live));
    }
    reportPoints(`whole-run fault sweep, ${process.name}`, points.length, effects * MODES.length, startedMs);
  });
}
