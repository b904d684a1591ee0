import { expect, test } from "bun:test";
import { isTorture, reportPoints, samplePoints } from "@metis-curate/testkit";
import { PROCESSES } from "./processes.ts";
import { expectSound, finish, makeWorld, performCut, recover, rehearse, treesOf } from "./whole-world.ts";

const US_PER_S = 1_000_000;
const US_PER_DAY = 86_400 * US_PER_S;
/** How far the system clock is set, to both sides. */
const JUMPS_US = [-365 * US_PER_DAY, -US_PER_DAY, -US_PER_S, US_PER_S, US_PER_DAY, 365 * US_PER_DAY];
/** Points per process and jump. */
const POINTS = isTorture() ? 40 : 1;
const BUSY = PROCESSES.filter(({ firstSight }) => firstSight !== true);

for (const process of BUSY) {
  test(`${process.name}: a clock that jumps meanwhile, and back, halves no act and passes no cap`, async () => {
    const startedMs = performance.now();
    const { effects } = await rehearse(process);
    const points = JUMPS_US.flatMap((jumpUs) => samplePoints(effects, POINTS).map((at) => ({ at, jumpUs })));
    for (const { at, jumpUs } of points) {
      const world = await makeWorld(process);
      const { clock, trace } = world.fixture;
      const [beforeUs, known] = [clock.nowUs(), trace.events.length];
      const { log } = await performCut(world, undefined, (effect) => {
        if (effect === at) clock.set(beforeUs + jumpUs);
      });
      const where = `${jumpUs / US_PER_S} s at ${at} of ${effects}: ${log[at - 1]}`;
      const ids = trace.events.slice(known).map(({ id }) => id);
      expect([...ids].sort(), where).toEqual(ids);
      // A run that ended ahead of the clock is no run: a session's end then meets a root that looks new (CONTRACTS 4.6).
      expectSound(world, where, jumpUs < 0);
      clock.set(beforeUs + US_PER_S);
      await recover(world, 0.25);
      await finish(world);
      expectSound(world, `rerun after ${where}`, jumpUs < 0);
      expect(treesOf(world).live.size, where).toBeGreaterThan(0);
    }
    reportPoints(`clock sweep, ${process.name}`, points.length, effects * JUMPS_US.length, startedMs);
  });
}
