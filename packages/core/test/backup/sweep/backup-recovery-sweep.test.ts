import { expect, test } from "bun:test";
import { createCurator, createIdSource } from "@metis-curate/core";
import {
  Crash,
  type CutMode,
  effectRecorder,
  memoryLock,
  reportPoints,
  spreadPoints,
} from "@metis-curate/testkit";
import {
  expectRepeatable,
  expectSettled,
  makeSweepWorld,
  performSweep,
  recoverSweep,
  SCENARIOS,
  type SweepWorld,
} from "./restore-world.ts";

const DEATHS = 3;
const SECOND_DEATHS = 3;
/** Every first death with every second one would be days. */
const EVERY = 5;
let points = 0;
let of = 0;

for (const scenario of SCENARIOS.filter(({ kind }) => kind === "restore")) {
  for (const first of ["crash-after", "fail-from-then-on"] as const) {
    test(`${scenario.name}, ${first}: killed again while it is finished or taken back, it settles all the same`, async () => {
      const { recorder } = await performSweep(await makeSweepWorld(scenario));
      for (const at of spreadPoints(recorder.count(), DEATHS).filter((_, index) => isSampled(index))) {
        const rehearsal = await makeSweepWorld(scenario);
        await performSweep(rehearsal, { at, mode: first });
        const effects = await recoverCut(rehearsal);
        of += effects;
        for (const second of spreadPoints(effects, SECOND_DEATHS)) {
          points += 1;
          const world = await makeSweepWorld(scenario);
          await performSweep(world, { at, mode: first });
          await recoverCut(world, { at: second, mode: "crash-after" });
          await recoverSweep(world, 0.7);
          const where = `${first} at ${at}, killed again at ${second}`;
          expectSettled(world, where);
          await expectRepeatable(world, where);
        }
      }
    });
  }
}

test("the sweep has looked at a good number of double deaths", () => {
  reportPoints("backup recovery sweep", points, of);
  expect(points).toBeGreaterThan(20);
});

function isSampled(index: number): boolean {
  return process.env["METIS_TORTURE"] !== "1" || index % EVERY === 0;
}

/** The next process, itself cut at one of its effects; returns how many it had. */
async function recoverCut(
  { fixture }: SweepWorld,
  cut?: { readonly at: number; readonly mode: CutMode },
): Promise<number> {
  const recorder = effectRecorder({
    fs: fixture.fs,
    trace: fixture.trace,
    ...(cut === undefined ? {} : { cut }),
  });
  const deps = { ...fixture.deps, fs: recorder.fs, trace: recorder.trace, lock: memoryLock() };
  try {
    await createCurator({ ...deps, ids: createIdSource(fixture.clock, () => 0.4) }).resume();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
  return recorder.count();
}
