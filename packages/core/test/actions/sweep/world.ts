import { expect } from "bun:test";
import {
  type CuratorDeps,
  createCurator,
  createIdSource,
  decodeSidecar,
  type EventEnvelope,
  formatSidecar,
  intentsDir,
  readSidecar,
  rebuildSidecar,
  type SkillCurator,
} from "@metis-curate/core";
import {
  Crash,
  type CuratorFixture,
  type Cut,
  curatorFixture,
  type EffectRecorder,
  effectRecorder,
  memoryLock,
  type TreeDump,
} from "@metis-curate/testkit";
import type { Scenario } from "./scenarios.ts";

/** One scenario on a disk and a trace of its own. */
export interface World {
  readonly fixture: CuratorFixture;
  /** Skills and archive as they were before the act. */
  readonly before: TreeDump;
}

export async function makeWorld({ fixture: options, before }: Scenario): Promise<World> {
  const fixture = curatorFixture(options);
  await before?.(createCurator(fixture.deps));
  return { fixture, before: libraryDump(fixture) };
}

/** The act with every effect counted, and cut where asked. A crash ends it; any other error is a finding. */
export async function performCut(
  { fixture }: World,
  scenario: Scenario,
  cut?: Cut,
  meanwhile?: (effect: number) => void,
): Promise<EffectRecorder> {
  const recorder = effectRecorder({
    fs: fixture.fs,
    trace: fixture.trace,
    ...(cut === undefined ? {} : { cut }),
    ...(meanwhile === undefined ? {} : { meanwhile }),
  });
  const deps = { ...fixture.deps, fs: recorder.fs, trace: recorder.trace };
  try {
    await scenario.act(createCurator(deps));
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
  return recorder;
}

/** A new process on the same disk and trace: the dead one's lock is free. */
export function reopen({ fixture }: World, serial = 0.25): CuratorDeps {
  return {
    ...fixture.deps,
    lock: memoryLock(),
    ids: createIdSource(fixture.clock, () => serial),
  };
}

/** Any act recovers first; resuming what is not paused does nothing else. */
export async function recover(world: World, serial?: number): Promise<SkillCurator> {
  const curator = createCurator(reopen(world, serial));
  const status = await curator.status();
  if (status.ok && status.value.paused) await curator.pause();
  else await curator.resume();
  return curator;
}

/** Everything below skills and archive, empty directories of ours aside. */
export function libraryDump({ fs, deps }: CuratorFixture): TreeDump {
  const { skillsDir, archiveDir } = deps.root;
  const entries = [skillsDir, archiveDir].flatMap((directory) =>
    exists(fs, directory)
      ? Object.entries(fs.dump(directory)).map(([path, entry]) => [`${directory}/${path}`, entry] as const)
      : [],
  );
  return Object.fromEntries(entries);
}

export function skillsDump({ fs, deps }: CuratorFixture): TreeDump {
  return fs.dump(deps.root.skillsDir);
}

export function curatedOf({ trace }: CuratorFixture): readonly EventEnvelope[] {
  return trace.events.filter(({ type }) => type === "skill.curated");
}

/** What must hold after any recovery, whatever was cut. */
export function expectWhole(world: World): void {
  expectNothingLost(world);
  expectConsistent(world);
}

/** Disk, events and sidecar tell the same, and nothing is half done. */
export function expectConsistent(world: World): void {
  expectEventsMatchDisk(world);
  expectSidecarIsTheFold(world);
  expectRunPairs(world);
  expectNoLeftovers(world);
}

/** Every SKILL.md that was there before is still somewhere, byte for byte, with everything beside it. */
export function expectNothingLost({ fixture, before }: World): void {
  const now = libraryDump(fixture);
  const contents = new Set(
    Object.values(now).map(({ kind, mode, content }) => JSON.stringify([kind, mode, content])),
  );
  for (const [path, { kind, mode, content }] of Object.entries(before)) {
    if (kind !== "directory") expect(contents, path).toContain(JSON.stringify([kind, mode, content]));
  }
}

/** A skill lies in the archive if and only if its last move was an archive. */
function expectEventsMatchDisk({ fixture }: World): void {
  const { fs, deps } = fixture;
  const moved = new Map<string, { archived: boolean; id: string }>();
  const ids = curatedOf(fixture).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { payload } of curatedOf(fixture)) {
    const signals = payload["signals"] as Record<string, unknown>;
    const id = String(signals["archive_id"]);
    if (payload["action"] === "archive") moved.set(String(payload["skill_id"]), { archived: true, id });
    if (payload["action"] === "restore" && signals["restored_kind"] === "archive") {
      moved.set(String(payload["skill_id"]), { archived: false, id });
    }
  }
  for (const [skill, { archived, id }] of moved) {
    expect(exists(fs, `${deps.root.skillsDir}/${skill}`), `${skill} is live`).toBe(!archived);
    expect(exists(fs, `${deps.root.archiveDir}/${id}`), `${id} is archived`).toBe(archived);
  }
}

function expectSidecarIsTheFold({ fixture }: World): void {
  const { fs, deps, trace } = fixture;
  const found = readSidecar(fs, deps.root);
  const empty = formatSidecar({ schema_version: "1", last_curation_at_iso: null, skills: {} });
  expect(found.kind === "state" ? formatSidecar(found.state) : empty).toBe(
    formatSidecar(rebuildSidecar(trace.events, deps.root)),
  );
  if (found.kind === "state") expect(decodeSidecar(formatSidecar(found.state)).kind).toBe("state");
}

function expectRunPairs({ fixture }: World): void {
  const idsOf = (type: string) =>
    fixture.trace.events
      .filter((event) => event.type === type)
      .map(({ payload }) => String(payload["curator_run_id"]));
  expect(idsOf("curator.run_finished").sort()).toEqual(idsOf("curator.run_started").sort());
}

function expectNoLeftovers({ fixture }: World): void {
  const { fs, deps } = fixture;
  const paths = Object.keys(fs.dump("/")).filter((path) => /\.metis-(?:tmp|removing)-|\.tmp$/.test(path));
  expect(paths).toEqual([]);
  const privateNames = ["intents", "staging", "aside"].flatMap((name) =>
    namesIn(fs, `${deps.root.privateDir}/${name}`),
  );
  expect(privateNames).toEqual([]);
}

export function hasIntents({ fs, deps }: CuratorFixture): boolean {
  return namesIn(fs, intentsDir(deps.root)).length > 0;
}

function namesIn(fs: CuratorFixture["fs"], directory: string): readonly string[] {
  return exists(fs, directory) ? fs.readdir(directory).map(({ name }) => name) : [];
}

function exists(fs: CuratorFixture["fs"], path: string): boolean {
  return Object.hasOwn(fs.dump("/"), path.slice(1));
}
