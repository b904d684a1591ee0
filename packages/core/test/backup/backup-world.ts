import { expect } from "bun:test";
import {
  type BackupReport,
  createCurator,
  createIdSource,
  createRootBackups,
  EMPTY_SIDECAR,
  type FileSystem,
  formatSidecar,
  type Outcome,
  type RestoreBackupReport,
  type RootBackupDeps,
  readSidecar,
  rebuildSidecar,
  type SkillCurator,
  type TraceStore,
} from "@metis-curate/core";
import {
  agentSkill,
  type CuratorFixture,
  type CuratorFixtureOptions,
  curatorFixture,
  manualSkill,
  memoryLock,
  memoryTraceBackup,
  type TreeDump,
} from "@metis-curate/testkit";

export const BACKUPS = "/home/ada/.metis/curator/backups";

export function done<T>(outcome: Outcome<T>): T {
  return outcome.ok
    ? outcome.value
    : expect.unreachable(`${outcome.refusal.kind}: ${outcome.refusal.message}`);
}

export function refusalOf(outcome: Outcome<unknown>): { kind: string; message: string; exitCode: number } {
  return outcome.ok ? expect.unreachable("was not refused") : outcome.refusal;
}

/** Idle, used and a person's skill, a category, files with modes. */
export function library(): NonNullable<CuratorFixtureOptions["skills"]> {
  return [
    agentSkill("old-thing", {
      files: { "references/x.md": "x\n", "scripts/run.sh": { content: "#!/bin/sh\n", mode: 0o755 } },
    }),
    agentSkill("deploy", { path: "ops/deploy", loadedDaysAgo: [1], createdDaysAgo: 30 }),
    agentSkill("other", { loadedDaysAgo: [2], createdDaysAgo: 40 }),
    manualSkill("by-hand", { files: { "notes/deep/a.md": "a\n" } }),
  ];
}

export interface Parts {
  readonly fs?: FileSystem;
  readonly trace?: TraceStore;
}

/** What backups of a fixture's root need; the parts given stand in for the disk and the trace. */
export function backupDeps(fixture: CuratorFixture, { fs, trace }: Parts = {}): RootBackupDeps {
  const disk = fs ?? fixture.deps.fs;
  const store = trace ?? fixture.trace;
  return {
    ...fixture.deps,
    fs: disk,
    trace: store,
    traceBackup: memoryTraceBackup(disk, fixture.trace, store),
    programVersion: "1.2.3",
  };
}

export async function backUp(
  fixture: CuratorFixture,
  options: Parameters<ReturnType<typeof createRootBackups>["create"]>[0] = {},
): Promise<BackupReport> {
  return done(await createRootBackups(backupDeps(fixture)).create(options));
}

export async function restoreFrom(
  fixture: CuratorFixture,
  path: string,
  options: Parameters<ReturnType<typeof createRootBackups>["restore"]>[1] = {},
): Promise<RestoreBackupReport> {
  return done(await createRootBackups(backupDeps(fixture)).restore(path, options));
}

/** A new process on the same disk and trace: the dead one's lock is free. */
export function reopened(fixture: CuratorFixture, serial = 0.25): SkillCurator {
  const ids = createIdSource(fixture.clock, () => serial);
  return createCurator({ ...fixture.deps, lock: memoryLock(), ids });
}

export function fixtureOf(options: CuratorFixtureOptions = {}): CuratorFixture {
  return curatorFixture({ skills: library(), ...options });
}

/** Skills and archive, byte by byte. */
export function treesOf({ fs, deps }: CuratorFixture): TreeDump {
  const all = Object.entries(fs.dump(deps.root.base));
  const prefixes = [deps.root.skillsDir, deps.root.archiveDir].map(
    (directory) => `${directory.slice(deps.root.base.length + 1)}/`,
  );
  return Object.fromEntries(all.filter(([path]) => prefixes.some((prefix) => path.startsWith(prefix))));
}

export function stateText({ fs, deps }: CuratorFixture): string | null {
  return existsAt(fs, deps.root.sidecarPath)
    ? new TextDecoder().decode(fs.readFile(deps.root.sidecarPath))
    : null;
}

export function existsAt(fs: CuratorFixture["fs"], path: string): boolean {
  return Object.hasOwn(fs.dump("/"), path.slice(1));
}

export function writeText({ fs }: CuratorFixture, path: string, text: string): void {
  if (existsAt(fs, path)) fs.unlink(path);
  fs.writeNewFile(path, new TextEncoder().encode(text));
}

export function readText({ fs }: CuratorFixture, path: string): string {
  return new TextDecoder().decode(fs.readFile(path));
}

/** The sidecar is the fold of the trace. */
export function expectSidecarIsTheFold({ fs, deps, trace }: CuratorFixture): void {
  const found = readSidecar(fs, deps.root);
  const now = found.kind === "state" ? found.state : EMPTY_SIDECAR;
  expect(formatSidecar(now)).toBe(formatSidecar(rebuildSidecar(trace.events, deps.root)));
}

/** Every file that was anywhere below the two trees is still somewhere on the disk, byte for byte. */
export function expectNothingLost({ fs }: CuratorFixture, before: TreeDump): void {
  const contents = new Set(Object.values(fs.dump("/")).map(({ kind, content }) => `${kind} ${content}`));
  for (const [path, { kind, content }] of Object.entries(before)) {
    if (kind !== "directory") expect(contents, path).toContain(`${kind} ${content}`);
  }
}
