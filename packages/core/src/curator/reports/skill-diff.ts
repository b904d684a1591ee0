import { createTwoFilesPatch } from "diff";
import { SKILL_FILE } from "../../actions/index.ts";
import type { EventEnvelope } from "../../events/envelope.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { resolvesInside } from "../../roots/tree/index.ts";
import { skillFileHash } from "../../skills/index.ts";
import { curatedAction, eventSignals, eventSkill, payloadText } from "../../trace/payload.ts";
import type { OwnedArchive } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { LibraryView } from "../library-view.ts";

/** A larger SKILL.md is not compared. */
const DIFF_BYTES_MAX = 256 * 1024;
/** Lines added and removed; two texts further apart are not compared. */
const DIFF_EDITS_MAX = 4000;

/**
 * Returns the change an act made to SKILL.md as a unified diff: from the snapshot taken before it to the text
 * after it, which the next snapshot, the archive or the present file holds. The header says when that text was
 * changed once more by someone else. Null when the act took no snapshot, or either text is gone, equal, outside
 * its root or too large.
 */
export function findSkillDiff(
  deps: CuratorDeps,
  view: LibraryView,
  archives: readonly OwnedArchive[],
  event: EventEnvelope,
): string | null {
  const skill = eventSkill(event);
  const id = snapshotId(event);
  const own = archives.filter((archive) => archive.skill === skill);
  const index = own.findIndex(({ record }) => record.id === id && record.kind === "edit");
  const snapshot = own[index];
  if (skill === null || snapshot === undefined) return null;
  const before = readArchived(deps, snapshot);
  const next = own[index + 1];
  const after = next === undefined ? readLive(deps, view, skill) : readArchived(deps, next);
  if (before === null || after === null) return null;
  return patch(skill, before, after, payloadText(eventSignals(event), "file_hash"));
}

function snapshotId(event: EventEnvelope): string | null {
  const ofEdit = curatedAction(event) === "edit" ? payloadText(event.payload, "archive_path") : null;
  const path = payloadText(eventSignals(event), "snapshot_path") ?? ofEdit;
  return path?.split("/").findLast((segment) => segment !== "") ?? null;
}

function patch(
  skill: string,
  before: Uint8Array,
  after: Uint8Array,
  expectedHash: string | null,
): string | null {
  const [old, now] = [before, after].map((bytes) => new TextDecoder().decode(bytes));
  if (old === undefined || now === undefined || old === now) return null;
  const later = expectedHash === null || expectedHash === skillFileHash(after) ? "" : "with later changes";
  const options = { context: 3, maxEditLength: DIFF_EDITS_MAX };
  const name = `${skill}/${SKILL_FILE}`;
  return createTwoFilesPatch(`a/${name}`, `b/${name}`, old, now, "", later, options) ?? null;
}

/** A repository may hold links: nothing outside its archive is ever shown. */
function readArchived(deps: CuratorDeps, { directory }: OwnedArchive): Uint8Array | null {
  const { fs, root } = deps;
  const isOurs = root.scope === "global" || resolvesInside(fs, root.base, root.archiveDir);
  return isOurs ? readInside(deps, root.archiveDir, directory) : null;
}

function readLive(deps: CuratorDeps, { library }: LibraryView, name: string): Uint8Array | null {
  const skill = library.skills.find((one) => one.name === name);
  return skill === undefined ? null : readInside(deps, deps.root.skillsDir, skill.directory);
}

function readInside({ fs }: CuratorDeps, base: string, directory: string): Uint8Array | null {
  const file = `${directory}/${SKILL_FILE}`;
  try {
    return resolvesInside(fs, base, file) ? fs.readFile(file, DIFF_BYTES_MAX) : null;
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
