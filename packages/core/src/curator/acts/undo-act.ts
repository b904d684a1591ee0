import * as v from "valibot";
import {
  type Act,
  type ArchivedSkill,
  always,
  curatedEvent,
  type EarlierFile,
  planArchive,
  planPin,
  planRestore,
  planRestoreFile,
  type SkillSnapshot,
  takeSnapshot,
} from "../../actions/index.ts";
import { hashBytes } from "../../actions/step-state.ts";
import type { EventEnvelope } from "../../events/envelope.ts";
import type { Skill } from "../../skills/index.ts";
import { actCommand } from "../act-command.ts";
import { ArchiveNames } from "../archive-names.ts";
import { archivesOf, type OwnedArchive } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { LibraryView } from "../library-view.ts";
import { done, refused } from "../refusals.ts";
import type { ActReport, Outcome } from "../skill-curator.ts";
import { readArchivedSkill } from "./archived-skill.ts";
import { findChangedSupportFile, findForeignEntry } from "./changed-since.ts";
import { readEarlierFile } from "./earlier-file.ts";
import { manualAct, performAct } from "./manual-act.ts";

const actSchema = v.object({
  skill_id: v.string(),
  action: v.picklist(["pin", "unpin", "archive", "restore", "consolidate", "edit"]),
  skill_version_before: v.nullable(v.string()),
  skill_version_after: v.nullable(v.string()),
  archive_path: v.nullable(v.string()),
  signals: v.object({
    archive_id: v.optional(v.string()),
    restored_kind: v.optional(v.picklist(["archive", "edit", "lineage", "backup"])),
    snapshot_path: v.optional(v.nullable(v.string())),
    file_hash: v.optional(v.string()),
    tree_hash: v.optional(v.string()),
    snapshot_hash: v.optional(v.string()),
    support_files: v.optional(v.array(v.object({ path: v.string(), hash: v.string() }))),
  }),
});
type CuratedAct = v.InferOutput<typeof actSchema>;

const FROM_BACKUP = "it is part of a restored backup; restore the one that was taken before it";

interface Undoing {
  readonly deps: CuratorDeps;
  readonly view: LibraryView;
  readonly event: EventEnvelope;
  readonly done: CuratedAct;
  readonly act: Act;
}

/**
 * Reverses one `skill.curated` (CONTRACTS 7.7). Refusals say what changed since: `changed`, `archive-gone`,
 * `name-taken`, `damaged`. Throws `FileSystemError`.
 */
export async function undoAct(
  deps: CuratorDeps,
  view: LibraryView,
  event: EventEnvelope,
  runId: string,
): Promise<Outcome<ActReport>> {
  const parsed = v.safeParse(actSchema, event.payload);
  if (!parsed.success) return refused("changed", "its record cannot be read");
  const act = manualAct(deps, view, parsed.output.skill_id, { runId });
  const undoing: Undoing = { deps, view, event, done: parsed.output, act };
  if (parsed.output.signals.restored_kind === "backup") return refused("changed", FROM_BACKUP);
  switch (parsed.output.action) {
    case "archive":
      return putBackDirectory(undoing);
    case "pin":
    case "unpin":
      return turnPin(undoing);
    case "edit":
      return putBackFile(undoing, parsed.output.signals.archive_id);
    case "restore":
      return undoRestore(undoing);
    case "consolidate":
      return undoMerge(undoing);
  }
}

async function undoRestore(undoing: Undoing): Promise<Outcome<ActReport>> {
  const { restored_kind: kind, snapshot_path: snapshotPath } = undoing.done.signals;
  if (kind === "edit") return putBackFile(undoing, lastSegment(snapshotPath));
  if (kind === "archive") return takeAway(undoing);
  const { skill_id: name } = undoing.done;
  return refused("changed", `the merge into ${name} was taken back; only a run merges again`);
}

function undoMerge(undoing: Undoing): Promise<Outcome<ActReport>> {
  const { done: merged } = undoing;
  if (merged.skill_version_before === null) return takeAway(undoing);
  if (merged.signals.snapshot_path) return putBackFile(undoing, lastSegment(merged.signals.snapshot_path));
  return forgetLineage(undoing);
}

async function putBackDirectory({
  deps,
  view,
  event,
  done: archivedAct,
  act,
}: Undoing): Promise<Outcome<ActReport>> {
  const archive = getArchive(
    deps,
    view,
    archivedAct.signals.archive_id ?? lastSegment(archivedAct.archive_path),
  );
  if (!archive.ok) return archive;
  const archived = readArchivedSkill(deps, view, archive.value);
  if (!archived.ok) return archived;
  if (!isAsArchived(archivedAct, archived.value)) {
    const { directory, record } = archive.value;
    const message = `${directory} was changed in the archive since; left there, ${actCommand(deps, "restore", record.id)} brings it back as it is now`;
    return refused("changed", message);
  }
  const plan = planRestore(act, archived.value, { undoes: event.id, undoes_action: "archive" });
  const { skill } = archived.value;
  return performAct(deps, plan, { action: "restore", skill, message: `restored ${skill}` });
}

/** By the whole tree; by the body where an older event says no more. */
function isAsArchived(act: CuratedAct, { treeHash, version }: ArchivedSkill): boolean {
  const { tree_hash: hash } = act.signals;
  return hash === undefined ? version === act.skill_version_before : hash === treeHash;
}

function isAsSnapshotted(act: CuratedAct, { bytes, version }: EarlierFile): boolean {
  const { snapshot_hash: hash } = act.signals;
  return hash === undefined ? version === act.skill_version_before : hash === hashBytes(bytes);
}

async function putBackFile(
  { deps, view, event, done: changed, act }: Undoing,
  archiveId: string | undefined,
): Promise<Outcome<ActReport>> {
  const skill = getUnchanged(view, changed);
  if (!skill.ok) return skill;
  const archive = getArchive(deps, view, archiveId);
  if (!archive.ok) return archive;
  const now = takeSnapshot(deps.fs, deps.root, skill.value);
  const added = changed.signals.support_files ?? [];
  const altered = findChangedSupportFile(deps, now.place, added);
  if (altered !== null) return changedSince(`${changed.skill_id}/${altered}`);
  const earlier = readEarlierFile(deps, now, archive.value, added);
  if (!earlier.ok) return earlier;
  if (!isAsSnapshotted(changed, earlier.value)) return changedSince(archive.value.directory);
  const undoes = { undoes: event.id, undoes_action: changed.action };
  const { name } = skill.value;
  return performAct(deps, planRestoreFile(act, now, earlier.value, undoes), {
    action: "restore",
    skill: name,
    message: `put the earlier SKILL.md of ${name} back`,
  });
}

/** A skill that the act had brought in goes to the archive: nothing is ever deleted. */
async function takeAway({ deps, view, event, done: brought, act }: Undoing): Promise<Outcome<ActReport>> {
  const skill = getUnchanged(view, brought);
  if (!skill.ok) return skill;
  const { fs, root, clock } = deps;
  const snapshot: SkillSnapshot = takeSnapshot(fs, root, skill.value);
  const altered = findAlteration(deps, brought, snapshot);
  if (altered !== null) return changedSince(altered);
  const id = new ArchiveNames(fs, root, clock.nowUs()).forArchive(skill.value.name);
  const signals = { ...act.signals, undoes: event.id, undoes_action: brought.action };
  return performAct(deps, planArchive({ ...act, signals }, snapshot, id), {
    action: "archive",
    skill: skill.value.name,
    message: `archived ${skill.value.name} as ${id}`,
  });
}

/** What in a skill that an act brought in is no longer as the act left it; null when nothing is. */
function findAlteration(deps: CuratorDeps, brought: CuratedAct, now: SkillSnapshot): string | null {
  const { tree_hash: hash, support_files: files } = brought.signals;
  if (hash !== undefined) return hash === now.treeHash ? null : brought.skill_id;
  if (files === undefined) return null;
  const path = findChangedSupportFile(deps, now.place, files) ?? findForeignEntry(deps, now.place, files);
  return path === null ? null : `${brought.skill_id}/${path}`;
}

/** A merge of equals left the survivor's file as it was: only its lineage is taken back. */
async function forgetLineage({ deps, view, event, done: merged, act }: Undoing): Promise<Outcome<ActReport>> {
  const skill = getUnchanged(view, merged);
  if (!skill.ok) return skill;
  const { name, version } = skill.value;
  const restored = curatedEvent(act, {
    skill: name,
    action: "restore",
    versionBefore: version,
    versionAfter: version,
    signals: { restored_kind: "lineage", undoes: event.id, undoes_action: "consolidate" },
  });
  const plan = { label: `undo the merge into ${name}`, guards: [], steps: [], events: [always(restored)] };
  return performAct(deps, plan, {
    action: "restore",
    skill: name,
    message: `took back the merge into ${name}`,
  });
}

async function turnPin({ deps, view, event, done: pin, act }: Undoing): Promise<Outcome<ActReport>> {
  const pinned = pin.action === "unpin";
  const id = pin.skill_id;
  if (view.history.skills.get(id)?.pinned === pinned)
    return refused("changed", `${id} was ${pinned ? "pinned" : "unpinned"} since`);
  const version = view.library.skills.find(({ name }) => name === id)?.version ?? null;
  const plan = planPin(act, id, version, pinned, { undoes: event.id, undoes_action: pin.action });
  const action = pinned ? "pin" : "unpin";
  return performAct(deps, plan, { action, skill: id, message: `${action}ned ${id}` });
}

/** The live skill as the act left it; `changed` when it is gone or another now. */
function getUnchanged(view: LibraryView, act: CuratedAct): Outcome<Skill> {
  const skill = view.library.skills.find(({ name }) => name === act.skill_id);
  if (skill === undefined) return refused("changed", `${act.skill_id} is no longer there`);
  const same =
    skill.version === act.skill_version_after &&
    (act.signals.file_hash === undefined || act.signals.file_hash === skill.fileHash);
  return same ? done(skill) : changedSince(act.skill_id);
}

function changedSince(what: string): Outcome<never> {
  return refused("changed", `${what} was changed since; left as it is`);
}

function getArchive(deps: CuratorDeps, view: LibraryView, id: string | undefined): Outcome<OwnedArchive> {
  const archive = archivesOf(deps, view).find(({ record }) => record.id === id);
  if (archive === undefined) return refused("changed", "its archive was already put back");
  if (!archive.present) return refused("archive-gone", `${archive.directory} is no longer there`);
  return done(archive);
}

function lastSegment(path: string | null | undefined): string | undefined {
  return path?.split("/").findLast((segment) => segment !== "");
}
