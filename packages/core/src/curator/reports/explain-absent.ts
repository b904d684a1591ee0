import { actCommand } from "../act-command.ts";
import { archivesOf } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { findSkipped } from "../find-skipped.ts";
import type { LibraryView } from "../library-view.ts";
import type { ExplainReport } from "../skill-curator.ts";

/** Explains a name that is no live skill: a file that cannot be loaded, or an archive. Null when it is neither. */
export function explainAbsent(deps: CuratorDeps, view: LibraryView, name: string): ExplainReport | null {
  const skill = name.normalize("NFC");
  const skipped = findSkipped(view, name);
  const archive = archivesOf(deps, view).findLast(
    (one) => one.skill === skill && one.record.kind === "archive",
  );
  const [first] = skipped;
  if (first === undefined && archive === undefined) return null;
  const gone = archive?.present === false ? ", but that directory is gone" : "";
  return {
    skill,
    outcome: first === undefined ? "archived" : `skipped: ${first.diagnostic.kind}`,
    lines: [
      ...skipped.map(({ path, diagnostic }) => `${path}: ${diagnostic.kind}: ${diagnostic.message}`),
      ...(archive === undefined ? [] : [`archived on ${archive.record.at} as ${archive.directory}${gone}`]),
    ],
    advice:
      first === undefined && archive?.present === true
        ? [`put it back: ${actCommand(deps, "restore", skill)}`]
        : [],
  };
}
