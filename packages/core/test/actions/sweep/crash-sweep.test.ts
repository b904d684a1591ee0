import { expect, test } from "bun:test";
import { createCurator } from "@metis-curate/core";
import { type CutMode, reportPoints } from "@metis-curate/testkit";
import { ALL_SCENARIOS, type Scenario } from "./scenarios.ts";
import {
  curatedOf,
  expectWhole,
  hasIntents,
  libraryDump,
  makeWorld,
  performCut,
  recover,
  reopen,
  skillsDump,
  type World,
} from "./world.ts";

const CRASHES: readonly CutMode[] = ["crash-before", "crash-after"];
let points = 0;

for (const scenario of ALL_SCENARIOS) {
  test(`${scenario.name}: killed at any effect, it is finished or forgotten, and can be done again`, async () => {
    const { effects, states, finalSkills } = await rehearse(scenario);
    for (let at = 1; at <= effects; at += 1) {
      for (const mode of CRASHES) {
        points += 1;
        const world = await makeWorld(scenario);
        const recorder = await performCut(world, scenario, { at, mode });
        const where = `${mode} at ${at}: ${recorder.log.at(-1)}`;
        await recover(world);
        expect(states.has(stateOf(world)), where).toBe(true);
        expectWhole(world);
        const settled = [stateOf(world), world.fixture.trace.events.length];
        await recover(world, 0.6);
        expect([stateOf(world), world.fixture.trace.events.length], where).toEqual(settled);
        if (scenario.isRepeatable === false) continue;
        await scenario.act(createCurator(reopen(world, 0.75)));
        expect(JSON.stringify(skillsDump(world.fixture)), where).toBe(finalSkills);
        expectWhole(world);
      }
    }
  });
}

test("the sweep has looked at a good number of points", () => {
  reportPoints("crash sweep of single acts", points);
  expect(points).toBeGreaterThan(400);
});

/** The uncut act: how many effects it has, and every state of the library in which no action is half done. */
async function rehearse(scenario: Scenario) {
  const world = await makeWorld(scenario);
  const states = new Set([stateOf(world)]);
  const recorder = await performCut(world, scenario, undefined, () => {
    if (!hasIntents(world.fixture)) states.add(stateOf(world));
  });
  states.add(stateOf(world));
  expectWhole(world);
  return { effects: recorder.count(), states, finalSkills: JSON.stringify(skillsDump(world.fixture)) };
}

/** Skills, archive and the number of recorded actions. Staged archive directories of ours are no difference. */
function stateOf({ fixture }: World): string {
  const entries = Object.entries(libraryDump(fixture)).filter(([path]) => !path.includes("/.metis-"));
  return JSON.stringify([entries.sort(([a], [b]) => (a < b ? -1 : 1)), curatedOf(fixture).length]);
}
