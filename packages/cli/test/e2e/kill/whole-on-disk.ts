import { expect } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  type CuratorDeps,
  type EventEnvelope,
  formatSidecar,
  ROOT_HISTORY_TYPES,
  readSidecar,
  rebuildSidecar,
} from "@metis-curate/core";
import { dumpTree, type TreeDump } from "@metis-curate/testkit";

/** Skills and archive, everything in them. */
export function libraryDump({ fs, root }: CuratorDeps): TreeDump {
  const entries = [root.skillsDir, root.archiveDir]
    .filter((directory) => existsSync(directory))
    .flatMap((directory) =>
      Object.entries(dumpTree(fs, directory)).map(([path, entry]) => [join(directory, path), entry] as const),
    );
  return Object.fromEntries(entries);
}

export async function actsOf({ trace }: CuratorDeps): Promise<readonly EventEnvelope[]> {
  const acts: EventEnvelope[] = [];
  for await (const { events } of trace.scan(ROOT_HISTORY_TYPES))
    acts.push(...events.map(({ event }) => event));
  return acts;
}

export function curatedIn(acts: readonly EventEnvelope[]): readonly EventEnvelope[] {
  return acts.filter(({ type }) => type === "skill.curated");
}

/** What must hold after the recovery of any killed act. */
export async function expectWholeOnDisk(deps: CuratorDeps, before: TreeDump, where: string): Promise<void> {
  const acts = await actsOf(deps);
  const now = libraryDump(deps);
  expectNothingLost(before, now, where);
  expectEventsMatchDisk(deps, curatedIn(acts), where);
  const found = readSidecar(deps.fs, deps.root);
  const state = found.kind === "state" ? found.state : rebuildSidecar([], deps.root);
  expect(formatSidecar(state), where).toBe(formatSidecar(rebuildSidecar(acts, deps.root)));
  expectNoLeftovers(deps, now, where);
}

function expectNothingLost(before: TreeDump, now: TreeDump, where: string): void {
  const kept = new Set(Object.values(now).map((entry) => JSON.stringify(entry)));
  for (const [path, entry] of Object.entries(before)) {
    if (entry.kind !== "directory") expect(kept, `${where}: ${path}`).toContain(JSON.stringify(entry));
  }
}

/** An archived skill lies in the archive and nowhere else; a merged or edited one has its snapshot. */
function expectEventsMatchDisk(
  { root }: CuratorDeps,
  curated: readonly EventEnvelope[],
  where: string,
): void {
  const archived = new Map<string, string>();
  for (const { payload } of curated) {
    const path = payload["archive_path"];
    if (typeof path === "string") expect(existsSync(join(root.base, path)), `${where}: ${path}`).toBe(true);
    if (payload["action"] === "archive") archived.set(String(payload["skill_id"]), String(path));
  }
  for (const skill of readdirSync(root.skillsDir)) {
    expect(archived.has(skill), `${where}: ${skill} in both places`).toBe(false);
  }
  const movedAway = existsSync(root.archiveDir) ? readdirSync(root.archiveDir) : [];
  const recorded = curated.flatMap(({ payload }) => recordedArchives(payload));
  expect([...movedAway].sort(), `${where}: archives`).toEqual(recorded.sort());
}

function recordedArchives(payload: EventEnvelope["payload"]): readonly string[] {
  const signals = payload["signals"] as Record<string, unknown>;
  return [payload["archive_path"], signals["snapshot_path"]].flatMap((path) =>
    typeof path === "string" ? [path.split("/").findLast((name) => name !== "") ?? ""] : [],
  );
}

function expectNoLeftovers({ root }: CuratorDeps, now: TreeDump, where: string): void {
  const ours = Object.keys(now).filter((path) => /\.metis-(?:tmp|removing)-/.test(path));
  const unfinished = ["intents", "staging", "aside"].flatMap((name) => {
    const directory = join(root.privateDir, name);
    return existsSync(directory) ? readdirSync(directory) : [];
  });
  expect([...ours, ...unfinished], where).toEqual([]);
}
