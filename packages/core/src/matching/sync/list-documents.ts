import { join } from "node:path";
import { archivesOf, type OwnedArchive } from "../../curator/archive-records.ts";
import { readArchivedFile } from "../../curator/archived-file.ts";
import type { CuratorDeps } from "../../curator/curator-deps.ts";
import type { LibraryView } from "../../curator/library-view.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { parseSkillDocument } from "../../skills/index.ts";
import { fileStamp } from "./file-stamp.ts";
import { readFlatSkills } from "./flat-skills.ts";
import type { SkillDocumentFile } from "./skill-document.ts";

const SKILL_FILE = "SKILL.md";

/**
 * Returns everything of a root that is indexed, unique by name: its live skills, then flat ones, then archived skills
 * without a live namesake (CONTRACTS 13.1). What cannot be read is left out.
 */
export function listDocuments(
  deps: CuratorDeps,
  view: LibraryView,
  flatGlobs: readonly string[],
): readonly SkillDocumentFile[] {
  const byName = new Map<string, SkillDocumentFile>();
  const add = (file: SkillDocumentFile): void => {
    if (!byName.has(file.name)) byName.set(file.name, file);
  };
  for (const { name, directory, fields, body } of view.library.skills) {
    const path = join(directory, SKILL_FILE);
    add({
      name,
      path,
      description: fields.description,
      triggers: fields.triggers ?? [],
      body,
      archived: false,
      stamp: fileStamp(deps.fs, path),
    });
  }
  if (flatGlobs.length > 0) readFlatSkills(deps.fs, deps.root.base, flatGlobs).forEach(add);
  for (const archive of newestArchives(deps, view)) {
    const file = byName.has(archive.skill) ? null : readArchived(deps, archive);
    if (file !== null) add(file);
  }
  return [...byName.values()];
}

function newestArchives(deps: CuratorDeps, view: LibraryView): readonly OwnedArchive[] {
  const whole = archivesOf(deps, view).filter(({ record, present }) => record.kind === "archive" && present);
  return [...new Map(whole.map((archive) => [archive.skill, archive])).values()];
}

function readArchived(deps: CuratorDeps, { skill, directory }: OwnedArchive): SkillDocumentFile | null {
  try {
    const document = parseSkillDocument(readArchivedFile(deps, directory), skill);
    if (document.kind === "skipped") return null;
    const path = join(directory, SKILL_FILE);
    const { fields, body } = document;
    const stamp = fileStamp(deps.fs, path);
    const { description, triggers = [] } = fields;
    return { name: skill, path, description, triggers, body, archived: true, stamp };
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
