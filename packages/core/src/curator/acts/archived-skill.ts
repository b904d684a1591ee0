import type { ArchivedSkill } from "../../actions/index.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { hashTree } from "../../roots/tree/index.ts";
import { parseSkillDocument } from "../../skills/index.ts";
import type { OwnedArchive } from "../archive-records.ts";
import { readArchivedFile } from "../archived-file.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { LibraryView } from "../library-view.ts";
import { done, refused } from "../refusals.ts";
import type { Outcome } from "../skill-curator.ts";

/**
 * What is put back when an archive is restored. Refusals: `name-taken` when an active skill, or anything at
 * the original path, has the name. Throws `FileSystemError`.
 */
export function readArchivedSkill(
  deps: CuratorDeps,
  view: LibraryView,
  archive: OwnedArchive,
): Outcome<ArchivedSkill> {
  const { skill, record, directory } = archive;
  const { library } = view;
  // A name that differs by case is another skill; where the disk cannot tell them apart, the path is occupied.
  const rival = library.skills.find(({ name }) => name === skill.normalize("NFC"));
  const occupied = rival?.path ?? (isOccupied(deps, record.original_path) ? record.original_path : null);
  if (occupied !== null) {
    const message = `${skill} is active again at ${occupied}; archive or rename that one first, nothing was moved`;
    return refused("name-taken", message);
  }
  return done({
    skill,
    archiveId: record.id,
    originalPath: record.original_path,
    treeHash: hashTree(deps.fs, directory),
    version: versionIn(deps, directory, skill),
  });
}

function isOccupied({ fs, root }: CuratorDeps, path: string): boolean {
  try {
    fs.lstat(`${root.skillsDir}/${path}`);
    return true;
  } catch (error) {
    if (
      error instanceof FileSystemError &&
      (error.kind === "not-found" || error.kind === "not-a-directory")
    ) {
      return error.kind === "not-a-directory";
    }
    throw error;
  }
}

function versionIn(deps: CuratorDeps, directory: string, skill: string): string | null {
  try {
    const document = parseSkillDocument(readArchivedFile(deps, directory), skill);
    return document.kind === "skill" ? document.version : null;
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
