import { join } from "node:path";
import { SKILL_FILE } from "../actions/index.ts";
import { FileSystemError } from "../ports/file-system.ts";
import { resolvesInside } from "../roots/tree/index.ts";
import { SKILL_FILE_BYTES_MAX } from "../skills/index.ts";
import { archivesOf } from "./archive-records.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { holdViews } from "./hold-views.ts";
import { type LibraryView, readLibraryView } from "./library-view.ts";
import { done } from "./refusals.ts";
import {
  COUNTED_TYPES,
  countSkills,
  explainReport,
  historyReport,
  listReport,
  planReport,
  type SkillCounts,
  type SkillHealthReport,
  skillHealthReport,
  statusReport,
  type UndoableRun,
  undoableReport,
} from "./reports/index.ts";
import type { Outcome, SkillCurator } from "./skill-curator.ts";

/** `SKILL.md` as it is on disk; what is no UTF-8 reads as replacement characters. */
export interface SkillSourceText {
  readonly name: string;
  readonly archived: boolean;
  readonly text: string;
}

/** What a page may ask of one root. Nothing is written anywhere, not even that a preview was shown. */
export interface LibraryReader
  extends Pick<SkillCurator, "list" | "status" | "plan" | "history" | "explain"> {
  /** How many skills there are, without looking at their use. */
  counts(): Promise<Outcome<SkillCounts>>;
  /** Every skill with its loads by week, failure rate and rent. */
  health(): Promise<Outcome<SkillHealthReport>>;
  /** Runs of which something is left to undo, newest first. */
  undoable(): Promise<Outcome<readonly UndoableRun[]>>;
  /** The text of a live skill, else of the newest archive of that name; null when there is none to read. */
  readSkill(name: string): Promise<Outcome<SkillSourceText | null>>;
}

/** The reading half of `createCurator`, for servers: a view of the root is held as long as it holds. */
export function createLibraryReader(given: CuratorDeps): LibraryReader {
  const deps = holdViews(given);
  const counting = holdViews(given, COUNTED_TYPES);
  const known = new WeakMap<LibraryView, SkillCounts>();
  return {
    list: () => listReport(deps),
    status: () => statusReport(deps),
    plan: () => planReport(deps, { isRemembered: false }),
    history: (options) => historyReport(deps, options),
    explain: (skill) => explainReport(deps, skill),
    counts: () => countSkills(counting, known),
    health: () => skillHealthReport(deps),
    undoable: () => undoableReport(deps),
    readSkill: (name) => readSkill(deps, name),
  };
}

async function readSkill(deps: CuratorDeps, name: string): Promise<Outcome<SkillSourceText | null>> {
  const read = await readLibraryView(deps);
  if (!read.ok) return read;
  const skill = name.normalize("NFC");
  const found = findDirectory(deps, read.value, skill);
  if (found === null) return done(null);
  const text = readText(deps, found);
  return done(text === null ? null : { name: skill, archived: found.archived, text });
}

interface FoundSkill {
  readonly directory: string;
  readonly archived: boolean;
}

function findDirectory(deps: CuratorDeps, view: LibraryView, name: string): FoundSkill | null {
  const live = view.library.skills.find((skill) => skill.name === name);
  if (live !== undefined) return { directory: live.directory, archived: false };
  const archive = archivesOf(deps, view).findLast(
    ({ skill, record, present }) => skill === name && record.kind === "archive" && present,
  );
  return archive === undefined ? null : { directory: archive.directory, archived: true };
}

/** A repository may hold links: nothing outside its own directories is ever shown. */
function readText({ fs, root }: CuratorDeps, { directory, archived }: FoundSkill): string | null {
  const file = join(directory, SKILL_FILE);
  try {
    const isOurs = root.scope === "global" || resolvesInside(fs, root.base, root.archiveDir);
    if (archived && !isOurs) return null;
    if (!resolvesInside(fs, archived ? root.archiveDir : root.skillsDir, file)) return null;
    return new TextDecoder().decode(fs.readFile(file, SKILL_FILE_BYTES_MAX));
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
