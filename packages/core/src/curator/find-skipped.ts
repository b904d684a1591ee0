import type { SkippedSkill } from "../skills/index.ts";
import type { LibraryView } from "./library-view.ts";

/** Returns the files of a name, or at a path, that exist and are not loaded. */
export function findSkipped({ library }: LibraryView, name: string): readonly SkippedSkill[] {
  const skill = name.normalize("NFC");
  return library.skipped.filter(({ path }) => path === name || nameOf(path) === skill);
}

/** The directory's name in a skipped path, with or without its SKILL.md. */
function nameOf(path: string): string {
  const directory = path.replace(/\/skill\.md$/i, "");
  return directory.slice(directory.lastIndexOf("/") + 1).normalize("NFC");
}
