import { expect, test } from "bun:test";
import { FileSystemError, removeTree } from "@metis-curate/core";
import {
  type CuratorFixture,
  findMoneyFaults,
  findPairFaults,
  findReplayFaults,
  findSidecarFaults,
  isTorture,
  readLibraryDisk,
  reportPoints,
  samplePoints,
  testSeed,
} from "@metis-curate/testkit";
import { PROCESSES } from "./processes.ts";
import {
  capsOf,
  finish,
  leftovers,
  makeWorld,
  ownEvents,
  performCut,
  recover,
  type WholeWorld,
} from "./whole-world.ts";

/** What an agent does to a skill while a process is at it. */
interface Rival {
  readonly name: string;
  readonly act: (fixture: CuratorFixture, directory: string) => void;
  /** Text that must be somewhere afterwards, if the agent got to write it. */
  readonly wrote: string | null;
}

const NEW_TEXT = "---\nname: x\ndescription: what the agent just wrote\n---\n\n# New\n";
const NOTES = "notes of the agent\n";

const RIVALS: readonly Rival[] = [
  {
    name: "rewrites",
    wrote: NEW_TEXT,
    act: ({ fs }, directory) => {
      const temp = `${directory}/SKILL.md.agent`;
      fs.writeNewFile(temp, new TextEncoder().encode(NEW_TEXT));
      fs.rename(temp, `${directory}/SKILL.md`);
    },
  },
  {
    name: "adds to",
    wrote: NOTES,
    act: ({ fs }, directory) => fs.writeNewFile(`${directory}/notes.md`, new TextEncoder().encode(NOTES)),
  },
  { name: "deletes", wrote: null, act: ({ fs }, directory) => removeTree(fs, directory) },
];
const TARGETS = [
  "forgotten-report",
  "old/nested-relic",
  "deploy-web-app",
  "deploy-web-application",
  "backup-tables-daily",
  "backup-tables",
  "decayed-probe",
];
/** Points per process, rival and skill. */
const POINTS = isTorture() ? 20 : 1;

for (const process of PROCESSES.filter(({ name }) => /every kind|operator|another disk/.test(name))) {
  test(`${process.name}: an agent at any effect loses nothing, and nothing is half done`, async () => {
    const startedMs = performance.now();
    const effects = (await performCut(await makeWorld(process))).count();
    let points = 0;
    for (const [serial, target] of TARGETS.entries()) {
      for (const rival of RIVALS) {
        for (const at of samplePoints(effects, POINTS, testSeed() + serial * 17)) {
          points += 1;
          await meet(await makeWorld(process), rival, target, at);
        }
      }
    }
    reportPoints(
      `whole-run rival sweep, ${process.name}`,
      points,
      effects * TARGETS.length * RIVALS.length,
      startedMs,
    );
  });
}

async function meet(world: WholeWorld, rival: Rival, target: string, at: number): Promise<void> {
  const { fixture } = world;
  let wrote = false;
  const { log } = await performCut(world, undefined, (effect) => {
    if (effect === at) wrote = happened(() => rival.act(fixture, `${fixture.deps.root.skillsDir}/${target}`));
  });
  const effect = log[at - 1] ?? "";
  const where = `${rival.name} ${target} before ${at}: ${effect}`;
  await recover(world, 0.25);
  expect(findFaults(world, rival, target), where).toEqual([]);
  if (wrote && rival.wrote !== null && !isLastInstant(effect, target)) {
    const contents = Object.values(fixture.fs.dump(fixture.deps.root.base)).map(({ content }) => content);
    expect(contents, where).toContain(rival.wrote);
  }
  await finish(world);
  expect(findFaults(world, rival, target), `rerun after ${where}`).toEqual([]);
}

/**
 * What an agent changed shows as a difference of live skills; everything else must be right. A skill that is deleted in
 * the instant it comes back was live: it is gone from the archive too.
 */
function findFaults(
  { fixture, first, process }: WholeWorld,
  rival: Rival,
  target: string,
): readonly string[] {
  const { fs, deps } = fixture;
  const acts = ownEvents(fixture);
  const stem = `${target.split("/").at(-1)}-20`;
  const isDeletedOnReturn = (line: string): boolean =>
    rival.name === "deletes" && line.startsWith(stem) && line.endsWith(" is no archive");
  const ofTheAgent = /(?: is live| is not live| is not as recorded| and not live| and live)$/;
  return [
    ...findPairFaults(acts),
    ...findMoneyFaults(acts, capsOf(deps)),
    ...findReplayFaults(first, acts, readLibraryDisk(fs, deps.root)).filter(
      (line) => !ofTheAgent.test(line) && !isDeletedOnReturn(line),
    ),
    ...findSidecarFaults(fs, deps.root, acts, { firstSight: process.firstSight === true }),
    ...leftovers(fixture),
  ];
}

/** The one window that remains: between the last look at a SKILL.md and the rename that replaces it. */
function isLastInstant(effect: string, target: string): boolean {
  return effect.startsWith("rename ") && effect.includes(`/skills/${target}/.metis-tmp-`);
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
