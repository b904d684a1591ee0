import {
  type AddedFile,
  type EarlierFile,
  placeInside,
  placePath,
  SKILL_FILE,
  type SkillSnapshot,
} from "../../actions/index.ts";
import { findFileHash } from "../../actions/step-state.ts";
import { parseSkillDocument } from "../../skills/index.ts";
import { ArchiveNames } from "../archive-names.ts";
import type { OwnedArchive } from "../archive-records.ts";
import { readArchivedFile } from "../archived-file.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { done, refused } from "../refusals.ts";
import type { Outcome } from "../skill-curator.ts";

/** A support file as a merge recorded it (`signals.support_files`). */
export interface SupportFileHash {
  readonly path: string;
  readonly hash: string;
}

/**
 * The SKILL.md in a snapshot, ready to be put back over the present one. Refusal `damaged` when the snapshot
 * holds no loadable skill. Throws `FileSystemError`.
 */
export function readEarlierFile(
  deps: CuratorDeps,
  now: SkillSnapshot,
  archive: OwnedArchive,
  added: readonly SupportFileHash[] = [],
): Outcome<EarlierFile> {
  const { fs, root, clock } = deps;
  const bytes = readArchivedFile(deps, archive.directory);
  const document = parseSkillDocument(bytes, now.skill.name);
  if (document.kind === "skipped") {
    return refused("damaged", `${archive.directory}/${SKILL_FILE}: ${document.diagnostic.message}`);
  }
  return done({
    bytes,
    version: document.version,
    fileHash: document.fileHash,
    putBackId: archive.record.id,
    snapshotId: new ArchiveNames(fs, root, clock.nowUs()).forSnapshot(now.skill.name),
    addedFiles: added.flatMap((file) => readAdded(deps, now, file)),
  });
}

/** An added file that someone changed or removed since is not ours to take away. */
function readAdded(
  { fs, root }: CuratorDeps,
  now: SkillSnapshot,
  { path, hash }: SupportFileHash,
): AddedFile[] {
  const place = placeInside(now.place, path);
  if (findFileHash(fs, root, place) !== hash) return [];
  const file = placePath(root, place);
  return [{ path, hash, bytes: fs.readFile(file), mode: fs.lstat(file).mode }];
}
