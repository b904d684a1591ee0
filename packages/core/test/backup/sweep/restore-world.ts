import { expect } from "bun:test";
import { createCurator, createRootBackups, type Outcome, verifyBackup } from "@metis-curate/core";
import {
  Crash,
  type CuratorFixture,
  type CuratorFixtureOptions,
  type Cut,
  type EffectRecorder,
  effectRecorder,
  memoryTraceBackup,
  memoryTraceStore,
  type TreeDump,
} from "@metis-curate/testkit";
import {
  BACKUPS,
  backUp,
  backupDeps,
  done,
  expectNothingLost,
  expectSidecarIsTheFold,
  fixtureOf,
  reopened,
  restoreFrom,
  treesOf,
  writeText,
} from "../backup-world.ts";

export type Kind = "backup" | "restore";

export interface SweepScenario {
  readonly name: string;
  readonly kind: Kind;
  readonly fixture?: CuratorFixtureOptions;
  /** What happens between the backup and its restore. */
  readonly between?: (fixture: CuratorFixture) => Promise<void>;
  /** The trace is gone when the restore begins, and the backup's is put back. */
  readonly losesTrace?: true;
}

export interface SweepWorld {
  readonly fixture: CuratorFixture;
  readonly scenario: SweepScenario;
  /** The backup that a restore reads. */
  readonly path: string;
  readonly before: TreeDump;
  readonly target: TreeDump;
}

/** Archives, an edit, a new skill, one gone, a category, a link that stays, a pin. */
export async function changeMuch(fixture: CuratorFixture): Promise<void> {
  const { fs, deps } = fixture;
  const curator = createCurator(deps);
  done(await curator.archive("old-thing"));
  done(await curator.restore("other"));
  done(await curator.pin("deploy"));
  writeText(fixture, `${deps.root.skillsDir}/ops/deploy/SKILL.md`, "broken by an agent");
  fs.symlink("../other", `${deps.root.skillsDir}/by-hand/link`);
  writeText(fixture, `${deps.root.skillsDir}/by-hand/notes/deep/a.md`, "other\n");
  fs.mkdir(`${deps.root.skillsDir}/new-one`);
  writeText(fixture, `${deps.root.skillsDir}/new-one/SKILL.md`, "---\nname: new-one\n---\nmine\n");
}

const otherDisk = { mounts: ["/home/ada/.metis"] };

export const SCENARIOS: readonly SweepScenario[] = [
  { name: "backup", kind: "backup" },
  { name: "restore of much", kind: "restore", between: changeMuch },
  {
    name: "restore, home on another disk",
    kind: "restore",
    between: changeMuch,
    fixture: otherDisk,
  },
  { name: "restore, trace lost", kind: "restore", between: changeMuch, losesTrace: true },
];

export async function makeSweepWorld(scenario: SweepScenario): Promise<SweepWorld> {
  const made = fixtureOf(scenario.fixture);
  done(await createCurator(made.deps).archive("other"));
  const { path } = await backUp(made);
  const wanted = treesOf(made);
  await scenario.between?.(made);
  const fixture = scenario.losesTrace === true ? withoutTrace(made) : made;
  const before = treesOf(fixture);
  // What no backup holds stays where it is.
  const links = Object.entries(before).filter(([, { kind }]) => kind === "link");
  return { fixture, scenario, path, before, target: sorted({ ...wanted, ...Object.fromEntries(links) }) };
}

/** The same disk, and no trace until one is made or put back. */
function withoutTrace(fixture: CuratorFixture): CuratorFixture {
  const trace = memoryTraceStore();
  const deps = { ...fixture.deps, trace, isTraceAbsent: () => trace.events.length === 0 };
  return { ...fixture, trace, deps };
}

/** The act with every effect counted, and cut where asked. A crash ends it; any other error is a finding. */
export async function performSweep(
  { fixture, scenario, path }: SweepWorld,
  cut?: Cut,
): Promise<{ readonly recorder: EffectRecorder; readonly outcome: Outcome<unknown> | null }> {
  const recorder = effectRecorder({
    fs: fixture.fs,
    trace: fixture.trace,
    ...(cut === undefined ? {} : { cut }),
  });
  const deps = backupDeps(fixture, { fs: recorder.fs, trace: recorder.trace });
  const backups = createRootBackups({
    ...deps,
    traceBackup: memoryTraceBackup(recorder.fs, fixture.trace, recorder.trace),
  });
  try {
    const outcome = await (scenario.kind === "backup" ? backups.create() : backups.restore(path));
    return { recorder, outcome };
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return { recorder, outcome: null };
  }
}

/** Any act of the next process finishes what was cut; resuming what is not paused does nothing else. */
export async function recoverSweep({ fixture }: SweepWorld, serial?: number): Promise<void> {
  done(await reopened(fixture, serial).resume());
}

/** The library is as before or as in the backup, told by the trace, and nothing is lost or half done. */
export function expectSettled(world: SweepWorld, where: string): void {
  const { fixture, before, target } = world;
  const now = JSON.stringify(sorted(treesOf(fixture)));
  const restores = fixture.trace.events.filter(({ type }) => type === "curator.restored").length;
  const isBefore = now === JSON.stringify(sorted(before));
  const isTarget = now === JSON.stringify(target);
  expect(isBefore || isTarget, `${where}: ${difference(world)}`).toBe(true);
  if (world.scenario.kind === "restore") expect(restores, where).toBe(isTarget ? 1 : 0);
  const isTold = world.scenario.losesTrace !== true || isTarget;
  if (isTold) expectSidecarIsTheFold(fixture);
  expectNothingLost(fixture, before);
  const leftovers = Object.keys(fixture.fs.dump(fixture.deps.root.base)).filter((path) =>
    path.includes(".metis-tmp-"),
  );
  expect(leftovers, where).toEqual([]);
}

/** A directory with a backup's name is a whole one, whatever was killed. */
export async function expectOnlyWholeBackups(world: SweepWorld, where: string): Promise<void> {
  const { fixture } = world;
  const directory = `${BACKUPS}/${fixture.deps.root.key.replaceAll(":", "-")}`;
  for (const { name } of fixture.fs.readdir(directory)) {
    if (name.startsWith(".metis-tmp-")) continue;
    const verified = verifyBackup(backupDeps(fixture), `${directory}/${name}`, { bytesMax: 1e9 });
    await expect(verified, `${where}: ${name}`).resolves.toBeDefined();
  }
}

/** The same act again, uncut, gets there. */
export async function expectRepeatable(world: SweepWorld, where: string): Promise<void> {
  if (world.scenario.kind === "backup") {
    await backUp(world.fixture);
    return;
  }
  await restoreFrom(world.fixture, world.path);
  expect(JSON.stringify(sorted(treesOf(world.fixture))), where).toBe(JSON.stringify(world.target));
}

export function sorted(dump: TreeDump): TreeDump {
  return Object.fromEntries(Object.entries(dump).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function difference({ fixture, before }: SweepWorld): string {
  const now = treesOf(fixture);
  const paths = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  return paths
    .filter((path) => JSON.stringify(now[path]) !== JSON.stringify(before[path]))
    .slice(0, 5)
    .join(", ");
}
