import type { HistoryEntry, Outcome, SkillHealth, SkillHealthReport, TimeWindow } from "@metis-curate/core";
import { decodeRunCursor } from "../../cursor/run-cursor.ts";
import { queryCuratorDays } from "../../queries/query-curator.ts";
import type { QueryDeps } from "../../queries/query-deps.ts";
import { queryRun, queryRuns } from "../../queries/query-runs.ts";
import type {
  DashboardData,
  OverviewData,
  RunData,
  SkillData,
  SkillRow,
  SkillsData,
} from "./dashboard-data.ts";
import { spendByDay } from "./spend-by-day.ts";

const DAY_US = 86_400_000_000;
const SPEND_DAYS = 30;
const OVERVIEW_RUNS = 24;
const OVERVIEW_ACTS = 8;
const RUNS_PER_PAGE = 500;
const SKILL_ACTS_MAX = 100;
/** Runs of a clock that was ahead are shown too. */
const ALL_TIME: TimeWindow = { fromUs: 0, untilUs: Number.MAX_SAFE_INTEGER };

/** The dashboard's data from the queries of this server; every text that is shown has its secrets taken out. */
export function createDashboardData(deps: QueryDeps): DashboardData {
  return {
    commandLine: deps.commandLine,
    version: deps.version,
    nowUs: () => deps.clock.nowUs(),
    overview: () => readOverview(deps),
    skills: () => readSkills(deps),
    findSkill: (name) => findSkill(deps, name.normalize("NFC")),
    runs: async (after) => {
      const cursor = after === null ? null : decodeRunCursor(deps.root.key, after);
      const query = { window: ALL_TIME, after: cursor, limit: RUNS_PER_PAGE };
      return { ok: true, value: await queryRuns(deps, query) };
    },
    findRun: (id) => findRun(deps, id),
  };
}

async function readOverview(deps: QueryDeps): Promise<Outcome<OverviewData>> {
  const { library } = deps;
  const status = await library.status();
  if (!status.ok) return status;
  const health = await library.health();
  if (!health.ok) return health;
  const acts = await library.history({ limit: OVERVIEW_ACTS });
  if (!acts.ok) return acts;
  const plan = await library.plan();
  const undoable = await library.undoable();
  if (!undoable.ok) return undoable;
  const untilUs = deps.clock.nowUs() + 1;
  const today = Math.floor(untilUs / DAY_US);
  const window = { fromUs: (today - SPEND_DAYS + 1) * DAY_US, untilUs };
  const [days, runs] = await Promise.all([
    queryCuratorDays(deps, window),
    queryRuns(deps, { window: ALL_TIME, after: null, limit: OVERVIEW_RUNS }),
  ]);
  const { skills, weeks, sizes } = health.value;
  return {
    ok: true,
    value: {
      status: status.value,
      next: plan.ok ? plan.value : null,
      runs: runs.runs,
      undoable: undoable.value[0] ?? null,
      acts: await Promise.all(acts.value.map((act) => shownAct(deps, act))),
      spend: spendByDay(days, window),
      loads: weeks.map((week, index) => ({
        week,
        loads: skills.reduce((sum, skill) => sum + (skill.loads_by_week[index] ?? 0), 0),
      })),
      sizes,
    },
  };
}

async function findRun(deps: QueryDeps, id: string): Promise<Outcome<RunData | null>> {
  const run = await queryRun(deps, id);
  if (run === null) return { ok: true, value: null };
  const undoable = await deps.library.undoable();
  const left = undoable.ok
    ? (undoable.value.find(({ run_id }) => run_id === run.curator_run_id)?.actions_by_type ?? {})
    : null;
  return { ok: true, value: { ...run, left_to_undo: left } };
}

async function readSkills(deps: QueryDeps): Promise<Outcome<SkillsData>> {
  const health = await deps.library.health();
  if (!health.ok) return health;
  const { root, skills, weeks, skipped } = health.value;
  const rows = await Promise.all(skills.map((skill) => shownRow(deps, toRow(skill, weeks))));
  return { ok: true, value: { root, skills: rows, skipped } };
}

async function findSkill(deps: QueryDeps, name: string): Promise<Outcome<SkillData | null>> {
  const health = await deps.library.health();
  if (!health.ok) return health;
  const skill = health.value.skills.find((one) => one.name === name);
  return skill === undefined ? { ok: true, value: null } : readSkill(deps, health.value, skill);
}

async function readSkill(
  deps: QueryDeps,
  { weeks, skills, archives }: SkillHealthReport,
  skill: SkillHealth,
): Promise<Outcome<SkillData>> {
  const { library, redactor } = deps;
  const { name, suggested_description: suggested } = skill;
  const history = await library.history({ skill: name, limit: SKILL_ACTS_MAX });
  if (!history.ok) return history;
  const source = await library.readSkill(name);
  if (!source.ok) return source;
  const explained = await library.explain(name);
  const { lines, advice } = explained.ok
    ? explained.value
    : { lines: [explained.refusal.message], advice: [] };
  const shown = (texts: readonly string[]) => Promise.all(texts.map((text) => redactor.text(text)));
  return {
    ok: true,
    value: {
      row: await shownRow(deps, toRow(skill, weeks)),
      path: skill.path,
      version: skill.skill_version,
      text: source.value === null ? null : await redactor.text(source.value.text),
      suggestedDescription: suggested === null ? null : await redactor.text(suggested),
      diagnostics: skill.diagnostics,
      history: await Promise.all(history.value.map((act) => shownAct(deps, act))),
      archives: archives.filter((archive) => archive.skill === name),
      merges: skills
        .filter(({ consolidated_from }) => consolidated_from.length > 0)
        .map((one) => ({ into: one.name, from: one.consolidated_from })),
      why: await shown(lines),
      advice: await shown(advice),
    },
  };
}

function toRow(skill: SkillHealth, weeks: readonly string[]): SkillRow {
  return {
    name: skill.name,
    description: skill.description,
    state: skill.state,
    origin: skill.origin,
    pinned: skill.pinned,
    reason: skill.reason,
    lastLoadedAt: skill.last_loaded_at,
    idleDays: skill.idle_days,
    weeks: weeks.map((week, index) => ({ week, loads: skill.loads_by_week[index] ?? 0 })),
    loads: skill.loads_by_week.reduce((sum, loads) => sum + loads, 0),
    effectiveness: skill.effectiveness,
    failureRate: skill.failure_rate,
    sizeTokens: skill.size_tokens,
    rentTokens: skill.state === "archived" ? null : skill.rent_tokens,
  };
}

async function shownRow({ redactor }: QueryDeps, row: SkillRow): Promise<SkillRow> {
  return { ...row, description: await redactor.text(row.description) };
}

async function shownAct({ redactor }: QueryDeps, act: HistoryEntry): Promise<HistoryEntry> {
  const diff = act.diff === null ? null : await redactor.text(act.diff);
  return { ...act, rationale: await redactor.text(act.rationale), diff };
}
