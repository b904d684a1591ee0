import { planRestore, planRestoreFile, takeSnapshot } from "../../actions/index.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { findSidecarSkill, writeSidecar } from "../../roots/index.ts";
import type { Skill } from "../../skills/index.ts";
import { isoFromUs, usFromIso } from "../../trace/index.ts";
import { archivesOf, type OwnedArchive } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { forgetArchive } from "../forget-archive.ts";
import type { LibraryView } from "../library-view.ts";
import { actionFailed, done, misused, refused } from "../refusals.ts";
import type { ActReport, Outcome } from "../skill-curator.ts";
import { ACT_LOCK_WAIT_MS, withRoot } from "../with-root.ts";
import { readArchivedSkill } from "./archived-skill.ts";
import { readEarlierFile } from "./earlier-file.ts";
import { getLiveSkill, manualAct, performAct, unknownSkill } from "./manual-act.ts";
import { mayTouch } from "./may-touch.ts";

export interface RestoreOptions {
  /** ISO-8601; the newest edit snapshot older than this is put back. */
  readonly before?: string;
  /** Only a skill that the curator may touch, unpinned: what an agent may ask for (CONTRACTS 5). */
  readonly onlyTouchable?: boolean;
}

/**
 * Puts an archived skill back, or an earlier SKILL.md (CONTRACTS 7.2). Takes a skill name (its newest archive)
 * or an archive id. Refusals: `unknown-skill`, `bad-time`, `no-snapshot`, `archive-gone`, `name-taken`,
 * `damaged`, `failed`, `not-touchable`.
 */
export function restoreSkill(
  deps: CuratorDeps,
  nameOrId: string,
  { before, onlyTouchable = false }: RestoreOptions = {},
): Promise<Outcome<ActReport>> {
  return withRoot(deps, { waitMs: ACT_LOCK_WAIT_MS, attended: true }, async ({ view }) => {
    try {
      const allowed = onlyTouchable ? mayRestore(deps, view, nameOrId) : done(null);
      if (!allowed.ok) return allowed;
      return before === undefined
        ? await restoreArchive(deps, view, nameOrId)
        : await restoreBefore(deps, view, nameOrId, before);
    } catch (error) {
      if (error instanceof FileSystemError) return actionFailed("failed", error.message);
      throw error;
    }
  });
}

/** What nobody knows passes: it is refused as such, not as somebody's. */
function mayRestore(deps: CuratorDeps, view: LibraryView, nameOrId: string): Outcome<null> {
  const name = nameOrId.normalize("NFC");
  const owner = findArchive(archivesOf(deps, view), nameOrId)?.skill;
  const isLive = view.library.skills.some((skill) => skill.name === name);
  return owner === undefined && !isLive ? done(null) : mayTouch(view, owner ?? name);
}

/** Puts back what a name or an id stands for. Throws `FileSystemError`. */
export async function restoreArchive(
  deps: CuratorDeps,
  view: LibraryView,
  nameOrId: string,
): Promise<Outcome<ActReport>> {
  const listed = archivesOf(deps, view).filter((one) => one.present || isListed(view, one));
  const archive = findArchive(listed, nameOrId);
  if (archive === null) return nothingToRestore(deps, view, nameOrId);
  if (!archive.present) return archiveGone(deps, view, archive);
  if (archive.record.kind === "edit") {
    const skill = getLiveSkill(deps, view, archive.skill);
    return skill.ok ? putBackFile(deps, view, skill.value, archive) : skill;
  }
  const archived = readArchivedSkill(deps, view, archive);
  if (!archived.ok) return archived;
  const { skill, originalPath } = archived.value;
  const message = `restored ${skill} to ${originalPath}`;
  const plan = planRestore(manualAct(deps, view, skill), archived.value);
  return performAct(deps, plan, { action: "restore", skill, message });
}

async function restoreBefore(
  deps: CuratorDeps,
  view: LibraryView,
  name: string,
  before: string,
): Promise<Outcome<ActReport>> {
  const beforeUs = usFromIso(before);
  if (beforeUs === null) {
    return misused(
      "bad-time",
      `--before ${before} is no ISO-8601 time; write one such as ${isoFromUs(deps.clock.nowUs())}`,
    );
  }
  const skill = getLiveSkill(deps, view, name);
  if (!skill.ok) return skill;
  const older = archivesOf(deps, view).filter(
    ({ skill: owner, record, present }) =>
      owner === skill.value.name && record.kind === "edit" && present && isBefore(record.at, beforeUs),
  );
  const newest = older.at(-1);
  if (newest === undefined) {
    const message = `${skill.value.name} has no snapshot older than ${before}; see ${deps.commandLine} history`;
    return refused("no-snapshot", message);
  }
  return putBackFile(deps, view, skill.value, newest, { before });
}

function isBefore(at: string, beforeUs: number): boolean {
  const atUs = usFromIso(at);
  return atUs !== null && atUs < beforeUs;
}

async function putBackFile(
  deps: CuratorDeps,
  view: LibraryView,
  skill: Skill,
  archive: OwnedArchive,
  signals: Readonly<Record<string, string>> = {},
): Promise<Outcome<ActReport>> {
  const now = takeSnapshot(deps.fs, deps.root, skill);
  const earlier = readEarlierFile(deps, now, archive);
  if (!earlier.ok) return earlier;
  if (earlier.value.fileHash === skill.fileHash) {
    return refused("no-snapshot", `${skill.name} already is as it was in ${archive.record.id}`);
  }
  const message = `restored SKILL.md of ${skill.name} from ${archive.record.at}; the present one is kept as ${earlier.value.snapshotId}`;
  const plan = planRestoreFile(manualAct(deps, view, skill.name), now, earlier.value, signals);
  return performAct(deps, plan, { action: "restore", skill: skill.name, message });
}

/** A missing archive that was already reported is off the sidecar's list, whatever the trace remembers. */
function isListed({ sidecar }: LibraryView, { skill, record }: OwnedArchive): boolean {
  return findSidecarSkill(sidecar, skill)?.archives?.some(({ id }) => id === record.id) === true;
}

/** A skill's newest archive, else the archive of that id. */
function findArchive(archives: readonly OwnedArchive[], nameOrId: string): OwnedArchive | null {
  const name = nameOrId.normalize("NFC");
  const ofSkill = archives.findLast(({ skill, record }) => skill === name && record.kind === "archive");
  return ofSkill ?? archives.find(({ record }) => record.id === nameOrId) ?? null;
}

function nothingToRestore(deps: CuratorDeps, view: LibraryView, name: string): Outcome<ActReport> {
  const live = view.library.skills.some((skill) => skill.name === name.normalize("NFC"));
  if (!live) return unknownSkill(deps, view, name);
  const message = `${name} is not archived; to put an earlier SKILL.md back add --before <time>`;
  return refused("not-archived", message);
}

/** The operator removed the directory: say so, and stop listing it (CASES: state repaired). */
function archiveGone(deps: CuratorDeps, view: LibraryView, archive: OwnedArchive): Outcome<ActReport> {
  writeSidecar(deps.fs, deps.root, forgetArchive(view.sidecar, archive.skill, archive.record.id));
  const message = `${archive.directory} is no longer there, so ${archive.skill} cannot be restored; it was taken off the list`;
  return refused("archive-gone", message);
}
