import { expect, test } from "bun:test";
import { createCurator, FileSystemError, removeTree } from "@metis-curate/core";
import { type CuratorFixture, reportPoints } from "@metis-curate/testkit";
import { ALL_SCENARIOS, type Scenario } from "./scenarios.ts";
import { expectConsistent, libraryDump, makeWorld, performCut, recover, reopen } from "./world.ts";

/** What an agent does to a skill while the curator is at it. */
interface Rival {
  readonly name: string;
  readonly act: (fixture: CuratorFixture, skill: string) => void;
  /** Bytes that must be somewhere afterwards, if the agent got to write them. */
  readonly wrote: string | null;
}

const NEW_TEXT = "---\nname: x\ndescription: what the agent just wrote\n---\n\n# New\n";

const RIVALS: readonly Rival[] = [
  {
    name: "rewrites",
    wrote: NEW_TEXT,
    act: ({ fs, deps }, skill) => {
      const file = `${deps.root.skillsDir}/${skill}/SKILL.md`;
      fs.unlink(file);
      fs.writeNewFile(file, new TextEncoder().encode(NEW_TEXT));
    },
  },
  {
    name: "adds a file to",
    wrote: "notes\n",
    act: ({ fs, deps }, skill) =>
      fs.writeNewFile(`${deps.root.skillsDir}/${skill}/notes.md`, new TextEncoder().encode("notes\n")),
  },
  {
    name: "deletes",
    wrote: null,
    act: ({ fs, deps }, skill) => removeTree(fs, `${deps.root.skillsDir}/${skill}`),
  },
];
const TARGETS = ["old-thing", "deploy-web-app", "deploy-web-application", "decayed-tool"];
/** Every effect with `bun run torture`, every fifth otherwise. */
const STRIDE = process.env["METIS_TORTURE"] === "1" ? 1 : 5;
let points = 0;

for (const scenario of ALL_SCENARIOS.filter(({ name }) => /^(?:archive|run)/.test(name))) {
  for (const rival of RIVALS) {
    test(`${scenario.name}: an agent that ${rival.name} a skill meanwhile loses nothing`, async () => {
      const effects = (await performCut(await makeWorld(scenario), scenario)).count();
      for (let at = 1; at <= effects; at += STRIDE) {
        for (const target of targetsOf(scenario)) await sweepOne(scenario, rival, target, at);
      }
    });
  }
}

test("the sweep has looked at a good number of meetings", () => {
  reportPoints("rival sweep of single acts", points);
  expect(points).toBeGreaterThan(400);
});

function targetsOf({ name }: Scenario): readonly string[] {
  return name.startsWith("archive") ? ["old-thing"] : TARGETS;
}

async function sweepOne(scenario: Scenario, rival: Rival, target: string, at: number): Promise<void> {
  points += 1;
  const world = await makeWorld(scenario);
  let wrote = false;
  const recorder = await performCut(world, scenario, undefined, (effect) => {
    if (effect === at) wrote = happened(() => rival.act(world.fixture, target));
  });
  await recover(world);
  const where = `${rival.name} ${target} at ${at}`;
  expectConsistent(world);
  if (wrote && rival.wrote !== null && !isLastInstant(recorder.log[at - 1] ?? "")) {
    const contents = Object.values(libraryDump(world.fixture)).map(({ content }) => content);
    expect(contents, where).toContain(rival.wrote);
  }
  await scenario.act(createCurator(reopen(world, 0.75)));
  expectConsistent(world);
}

/** The one window that remains: between the last look at a SKILL.md and the rename that replaces it. */
function isLastInstant(effect: string): boolean {
  return /^rename .*\/skills\/[^/]+\/\.metis-tmp-/.test(effect);
}

/** False when the skill was not there to be changed. */
function happened(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}
