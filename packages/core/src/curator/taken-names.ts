import { basename } from "node:path";
import type { LibraryView } from "./library-view.ts";

/**
 * Names that no new skill may take: live, unreadable and archived ones, those that this run archived or merged
 * (`acted`) included. What a model is told, and so paid for.
 */
export function takenNamesOf(
  { library, sidecar }: LibraryView,
  acted: Iterable<string> = [],
): readonly string[] {
  const live = library.skills.map(({ name }) => name);
  const skipped = library.skipped.map(({ path }) => basename(path.replace(/\/SKILL\.md$/i, "")));
  return [...new Set([...live, ...skipped, ...Object.keys(sidecar.skills), ...acted])];
}
