import { findRestorable } from "../../matching/gaps/find-restorable.ts";
import { EFFECTIVENESS_START } from "../../matching/learning/learn-skills.ts";
import { readMatchingHistory } from "../../matching/learning/matching-history.ts";
import type { RatedTexts } from "../../matching/rank/text-collection.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { TraceError } from "../../ports/trace-store.ts";
import { nearestRootTest } from "../../roots/index.ts";
import { parseSkillDocument } from "../../skills/index.ts";
import { archivesOf, type OwnedArchive } from "../archive-records.ts";
import { readArchivedFile } from "../archived-file.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { type LibraryView, realpathOrNull } from "../library-view.ts";

/** Archived skills that are looked at, the newest first. */
const ARCHIVES_MAX = 200;

/** One line for each archived skill that would fill a gap: "restore?". None when the trace cannot tell. */
export async function gapNotices(deps: CuratorDeps, view: LibraryView): Promise<readonly string[]> {
  const archived = archivedTexts(deps, view);
  if (archived.length === 0) return [];
  try {
    const { matches } = await readMatchingHistory(deps.trace, deps.root, {
      nowUs: view.nowUs,
      realpath: (path) => realpathOrNull(deps, path),
      isNearestRoot: nearestRootTest(deps.fs, deps.root, deps.layout),
    });
    const live = view.library.skills.map(({ name, fields }) => rate(view, name, fields.description, ""));
    return findRestorable(matches, live, archived).map(
      ({ skill, theme, occurrences }) =>
        `${occurrences} tasks about "${theme}" found no skill, and the archived ${skill} would fit: restore? ${deps.commandLine} restore ${skill}`,
    );
  } catch (error) {
    if (error instanceof TraceError) return [];
    throw error;
  }
}

function archivedTexts(deps: CuratorDeps, view: LibraryView): readonly RatedTexts[] {
  const live = new Set(view.library.skills.map(({ name }) => name));
  const whole = archivesOf(deps, view).filter(
    ({ skill, record, present }) => record.kind === "archive" && present && !live.has(skill),
  );
  return [...new Map(whole.map((archive) => [archive.skill, archive])).values()]
    .slice(-ARCHIVES_MAX)
    .flatMap((archive) => readTexts(deps, view, archive) ?? []);
}

function readTexts(
  deps: CuratorDeps,
  view: LibraryView,
  { skill, directory }: OwnedArchive,
): RatedTexts | null {
  try {
    const document = parseSkillDocument(readArchivedFile(deps, directory), skill);
    return document.kind === "skill" ? rate(view, skill, document.fields.description, document.body) : null;
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}

function rate({ history }: LibraryView, name: string, description: string, body: string): RatedTexts {
  const effectiveness = history.skills.get(name)?.effectiveness?.score ?? EFFECTIVENESS_START;
  return { name, description, body, effectiveness };
}
