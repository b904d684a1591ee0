import type { LibraryView } from "./library-view.ts";

/** Names that no new skill may take: live, unreadable and archived ones. What a model is told, and so paid for. */
export function takenNamesOf({ library, sidecar }: LibraryView): readonly string[] {
  const live = library.skills.map(({ name }) => name);
  const skipped = library.skipped.map(({ path }) => path);
  return [...new Set([...live, ...skipped, ...Object.keys(sidecar.skills)])];
}
