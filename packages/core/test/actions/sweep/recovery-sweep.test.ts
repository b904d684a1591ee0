import { expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import { Crash, effectRecorder, reportPoints } from "@metis-curate/testkit";
import { ALL_SCENARIOS } from "./scenarios.ts";
import { expectWhole, hasIntents, makeWorld, performCut, recover, reopen } from "./world.ts";

/** Every first cut with `bun run torture`, every seventh otherwise; the second cut is at every effect of recovery. */
const STRIDE = process.env["METIS_TORTURE"] === "1" ? 1 : 7;
let points = 0;

for (const scenario of ALL_SCENARIOS) {
  test(`${scenario.name}: killed again while recovering, it is recovered all the same`, async () => {
    const effects = (await performCut(await makeWorld(scenario), scenario)).count();
    for (let at = 1; at <= effects; at += STRIDE) {
      for (let second = 1; ; second += 1) {
        const world = await makeWorld(scenario);
        await performCut(world, scenario, { at, mode: "crash-after" });
        if (!hasIntents(world.fixture)) break;
        const wasCut = await recoverCut(world, second);
        points += 1;
        await recover(world, 0.6);
        expectWhole(world);
        if (!wasCut) break;
      }
    }
  });
}

test("the sweep has looked at a good number of double deaths", () => {
  reportPoints("double death sweep", points);
  expect(points).toBeGreaterThan(100);
});

/** False when recovery was over before the cut. */
async function recoverCut(world: Awaited<ReturnType<typeof makeWorld>>, at: number): Promise<boolean> {
  const { fs, trace } = world.fixture;
  const recorder = effectRecorder({ fs, trace, cut: { at, mode: "crash-before" } });
  try {
    await createCurator({ ...reopen(world), fs: recorder.fs, trace: recorder.trace }).resume();
    return false;
  } catch (error) {
    if (error instanceof Crash) return true;
    throw error;
  }
}
