import { expect, test } from "bun:test";
import { type CutMode, reportPoints, spreadPoints } from "@metis-curate/testkit";
import { PROCESSES } from "./processes.ts";
import { expectSound, finish, makeWorld, performCut, recover, rehearse, treesOf } from "./whole-world.ts";

const MODES: readonly CutMode[] = ["crash-before", "crash-after"];
/** Points per process and mode; all of them with torture. */
const POINTS = 8;

for (const process of PROCESSES) {
  test(`${process.name}: killed at any effect, every skill is whole, every act has its event, a rerun finishes`, async () => {
    const startedMs = performance.now();
    const { effects, trees, live } = await rehearse(process);
    const points = MODES.flatMap((mode, offset) =>
      spreadPoints(effects, POINTS).map((at) => ({ at: Math.min(effects, at + offset), mode })),
    );
    for (const { at, mode } of points) {
      const world = await makeWorld(process);
      const { log } = await performCut(world, { at, mode });
      const where = `${mode} at ${at} of ${effects}: ${log[at - 1]}`;
      await recover(world, 0.25);
      expectSound(world, where);
      expect(trees.strangers(treesOf(world)), where).toEqual([]);
      await finish(world);
      expectSound(world, `rerun after ${where}`);
      expect([...treesOf(world).live], `rerun after ${where}`).toEqual(live);
    }
    reportPoints(`whole-run crash sweep, ${process.name}`, points.length, effects * MODES.length, startedMs);
  });
}
