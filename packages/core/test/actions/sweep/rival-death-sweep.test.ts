import { expect, test } from "bun:test";
import { createCurator, FileSystemError } from "@metis-curate/core";
import type { CuratorFixture, CutMode } from "@metis-curate/testkit";
import fc from "fast-check";
import { ALL_SCENARIOS } from "./scenarios.ts";
import {
  expectConsistent,
  expectNothingLost,
  libraryDump,
  makeWorld,
  performCut,
  recover,
  reopen,
  type World,
} from "./world.ts";

const SAMPLES = process.env["METIS_TORTURE"] === "1" ? 500 : 40;
const TIMEOUT_MS = 600_000;
const NOTES = "what an agent just wrote\n";
const SCENARIOS = ALL_SCENARIOS.filter(({ name }) => /^(?:archive|run)/.test(name));
const TARGETS = ["old-thing", "deploy-web-app", "deploy-web-application", "decayed-tool"];
const DEATHS: readonly CutMode[] = ["crash-before", "crash-after"];

for (const scenario of SCENARIOS) {
  test(
    `${scenario.name}: an agent writes, then the process dies: nothing is lost or half done`,
    async () => {
      const effects = (await performCut(await makeWorld(scenario), scenario)).count();
      const effect = fc.integer({ min: 1, max: effects });
      const meeting = fc.record({
        writes: effect,
        dies: effect,
        target: fc.constantFrom(...TARGETS),
        mode: fc.constantFrom(...DEATHS),
      });
      await fc.assert(
        fc.asyncProperty(meeting, async ({ writes, dies, target, mode }) => {
          const world = await makeWorld(scenario);
          let wrote = false;
          await performCut(world, scenario, { at: dies, mode }, (at) => {
            if (at === writes) wrote = addNotes(world.fixture, target);
          });
          await recover(world);
          expectConsistentOrAside(world, wrote);
          if (wrote) expect(contentsOf(world.fixture)).toContain(NOTES);
          await recover(world, 0.6);
          await scenario.act(createCurator(reopen(world, 0.75)));
          expectConsistentOrAside(world, wrote);
          if (wrote) expect(contentsOf(world.fixture)).toContain(NOTES);
        }),
        { numRuns: SAMPLES },
      );
    },
    TIMEOUT_MS,
  );
}

/** An action may be set aside when an agent changed its skill half way: then nothing of it is touched any more. */
function expectConsistentOrAside(world: World, wrote: boolean): void {
  if (wrote && isAnySetAside(world.fixture)) expectNothingLost(world);
  else expectConsistent(world);
}

function isAnySetAside({ fs, deps }: CuratorFixture): boolean {
  return Object.keys(fs.dump(deps.root.privateDir)).some((path) => path.startsWith("aside/"));
}

function contentsOf(fixture: CuratorFixture): readonly string[] {
  return Object.values(libraryDump(fixture)).map(({ content }) => content);
}

/** False when the skill was not there to be changed. */
function addNotes({ fs, deps }: CuratorFixture, skill: string): boolean {
  try {
    fs.writeNewFile(`${deps.root.skillsDir}/${skill}/notes.md`, new TextEncoder().encode(NOTES));
    return true;
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}
