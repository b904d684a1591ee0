import type {
  Diagnostic,
  HistoryEntry,
  LibrarySize,
  ListedArchive,
  ListReport,
  Outcome,
  PlanReport,
  StatusReport,
  UndoableRun,
  Usd,
} from "@metis-curate/core";
import type { RunDetailWire, RunSummaryWire, RunsPageWire } from "../../wire/runs.ts";

/** A number of loads in the week that begins on this Monday (UTC, `YYYY-MM-DD`). */
export interface WeekLoads {
  readonly week: string;
  readonly loads: number;
}

/** One line of the skills table. */
export interface SkillRow {
  readonly name: string;
  readonly description: string;
  readonly state: "active" | "stale" | "archived" | "draft";
  readonly origin: string;
  readonly pinned: boolean;
  /** `archive`, `consolidate` or `edit` when the next attended run would ask about it, else why it is left alone. */
  readonly reason: string;
  readonly lastLoadedAt: string | null;
  readonly idleDays: number | null;
  /** Oldest first, one entry for each of the last weeks. */
  readonly weeks: readonly WeekLoads[];
  readonly loads: number;
  /** 0..1. */
  readonly effectiveness: number | null;
  /** 0..1, of the sessions that loaded it. */
  readonly failureRate: number | null;
  readonly sizeTokens: number | null;
  /** Tokens its line in the discovery index takes in every prompt. */
  readonly rentTokens: number | null;
}

export interface DaySpend {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly usd: Usd;
}

export interface OverviewData {
  readonly status: StatusReport;
  /** What an attended run would do now; null when that cannot be told. */
  readonly next: PlanReport | null;
  /** Newest first. */
  readonly runs: readonly RunSummaryWire[];
  /** The newest run or act of which something is left to undo; null when there is none. */
  readonly undoable: UndoableRun | null;
  /** Newest first. */
  readonly acts: readonly HistoryEntry[];
  readonly spend: readonly DaySpend[];
  readonly loads: readonly WeekLoads[];
  readonly sizes: readonly LibrarySize[];
}

export interface SkillsData {
  readonly root: ListReport["root"];
  readonly skills: readonly SkillRow[];
  /** Files under the skills directory that are no skill. */
  readonly skipped: ListReport["skipped"];
}

/** What became what: `from` were merged into `into`. */
export interface Merge {
  readonly into: string;
  readonly from: readonly string[];
}

export interface SkillData {
  readonly row: SkillRow;
  readonly path: string;
  readonly version: string | null;
  /** SKILL.md as it is on disk, of an archived skill as it lies in the archive; null when it cannot be read. */
  readonly text: string | null;
  readonly suggestedDescription: string | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
  readonly archives: readonly ListedArchive[];
  /** Every merge of the root; the page picks those of this skill. */
  readonly merges: readonly Merge[];
  /** Lines of `explain`, and what would change the outcome. */
  readonly why: readonly string[];
  readonly advice: readonly string[];
}

export interface RunData extends RunDetailWire {
  /** By kind; null when that cannot be told. */
  readonly left_to_undo: Readonly<Record<string, number>> | null;
}

/** Everything the dashboard shows; a refusal becomes a page that says what is wrong and what to do. */
export interface DashboardData {
  /** How a person calls this root on the command line: `metis-curate .`. */
  readonly commandLine: string;
  /** Version of the program. */
  readonly version: string;
  /** Microseconds since the epoch. */
  nowUs(): number;
  overview(): Promise<Outcome<OverviewData>>;
  skills(): Promise<Outcome<SkillsData>>;
  /** Null when the root knows no such skill. */
  findSkill(name: string): Promise<Outcome<SkillData | null>>;
  /** A page of runs, newest first, from `after` on: a `next_cursor` of an earlier page. */
  runs(after: string | null): Promise<Outcome<RunsPageWire>>;
  /** Null when the trace knows no such run. */
  findRun(id: string): Promise<Outcome<RunData | null>>;
}
