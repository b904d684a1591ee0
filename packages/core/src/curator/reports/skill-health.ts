import { discoveryIndexLine, type Skill, skillSizeTokens } from "../../skills/index.ts";
import { getSkillHistory, isoFromUs, type LoadRecord } from "../../trace/index.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { type LibraryView, readLibraryView } from "../library-view.ts";
import type { ListedSkill, ListReport } from "../list-report.ts";
import { done } from "../refusals.ts";
import type { Outcome } from "../skill-curator.ts";
import { type LibrarySize, librarySizes } from "./library-sizes.ts";
import { listFrom } from "./list-report.ts";

/** Weeks of loads that the health table shows. */
export const HEALTH_WEEKS = 12;

const DAY_US = 86_400_000_000;
const WEEK_US = 7 * DAY_US;
/** 1970-01-05, the first Monday after the epoch. */
const FIRST_MONDAY_US = 4 * DAY_US;

/** What one skill earns and what it costs to keep; wire names as in `--list`. */
export interface SkillHealth extends ListedSkill {
  /** One number per week of `SkillHealthReport.weeks`. */
  readonly loads_by_week: readonly number[];
  /** Of the present incarnation. */
  readonly loads_total: number;
  readonly created_at: string | null;
  readonly effectiveness_uses: number;
  /** Null with fewer than three loads that count (CONTRACTS 6.4). */
  readonly failure_rate: number | null;
  readonly failed_sessions: number | null;
  /** Tokens of its line in the discovery index, paid by every session; 0 when it is archived. */
  readonly rent_tokens: number;
}

export interface SkillHealthReport {
  readonly root: ListReport["root"];
  readonly last_curation_at: string | null;
  /** Mondays (UTC) the weeks begin on, oldest first; the last is this week. */
  readonly weeks: readonly string[];
  /** How many skills there were at the end of each week. */
  readonly sizes: readonly LibrarySize[];
  /** Tokens of all skills' lines together. */
  readonly rent_tokens: number;
  readonly skills: readonly SkillHealth[];
  readonly archives: ListReport["archives"];
  readonly skipped: ListReport["skipped"];
}

/** Every skill of `--list` with its loads by week, failure rate and rent. Refusals as `readLibraryView`. */
export async function skillHealthReport(deps: CuratorDeps): Promise<Outcome<SkillHealthReport>> {
  const read = await readLibraryView(deps);
  return read.ok ? done(healthFrom(deps, read.value)) : read;
}

/** The health of a root that was read already. */
export function healthFrom(deps: CuratorDeps, view: LibraryView): SkillHealthReport {
  const list = listFrom(deps, view);
  const weeks = weekStarts(view.nowUs);
  const live = new Map(view.library.skills.map((skill) => [skill.name, skill] as const));
  const skills = list.skills.map((row) => healthOf(view, row, live.get(row.name) ?? null, weeks));
  return {
    root: list.root,
    last_curation_at: list.last_curation_at,
    weeks: weeks.map((us) => isoFromUs(us).slice(0, "YYYY-MM-DD".length)),
    sizes: librarySizes(deps, view, list.skills, weeks),
    rent_tokens: skills.reduce((sum, skill) => sum + skill.rent_tokens, 0),
    skills,
    archives: list.archives,
    skipped: list.skipped,
  };
}

function healthOf(
  view: LibraryView,
  row: ListedSkill,
  skill: Skill | null,
  weeks: readonly number[],
): SkillHealth {
  const history = getSkillHistory(view.history, row.name);
  const failures = view.failures.get(row.name) ?? null;
  return {
    ...row,
    loads_by_week: countByWeek(history.loads, weeks),
    loads_total: history.loads.length,
    created_at: history.createdAtUs === null ? null : isoFromUs(history.createdAtUs),
    effectiveness_uses: history.effectiveness?.uses ?? 0,
    failure_rate: failures?.rate ?? null,
    failed_sessions: failures?.failedSessions ?? null,
    rent_tokens: skill === null ? 0 : skillSizeTokens(discoveryIndexLine(skill)),
  };
}

function weekStarts(nowUs: number): readonly number[] {
  const thisWeek = Math.floor((nowUs - FIRST_MONDAY_US) / WEEK_US);
  return Array.from(
    { length: HEALTH_WEEKS },
    (_, index) => FIRST_MONDAY_US + (thisWeek - HEALTH_WEEKS + 1 + index) * WEEK_US,
  );
}

function countByWeek(loads: readonly LoadRecord[], weeks: readonly number[]): readonly number[] {
  const counts = weeks.map(() => 0);
  const [first = 0] = weeks;
  for (const { atUs } of loads) {
    const week = Math.floor((atUs - first) / WEEK_US);
    const count = counts[week];
    if (count !== undefined) counts[week] = count + 1;
  }
  return counts;
}
