import { createCurator, type Dossier } from "@metis-curate/core";
import {
  agentSkill,
  carefulVerdict,
  curatorFixture,
  type FixtureEvent,
  scriptedModel,
} from "@metis-curate/testkit";
import type { DecayScenario } from "./decay-scenario.ts";
import { type DecaySession, type DecayWeek, planDecay, toolsOf, WEEK_MINUTES } from "./plan-decay.ts";

/**
 * How the edit candidates of one week fit what broke, and what a careful model then patches; only skills with
 * enough loads are judged.
 */
export interface DecayScore {
  readonly broken: number;
  readonly found: number;
  readonly patched: number;
  readonly healthy: number;
  readonly falseAlarms: number;
  readonly falsePatches: number;
}

const LOADS_MIN = 5;
const MINUTES_PER_DAY = 1440;

/** Puts one week into a trace and lets the curator edit with a careful model. */
export async function judgeDecay(scenario: DecayScenario, seed: number): Promise<DecayScore> {
  const week = planDecay(scenario, seed);
  const { candidates, edited } = await runWeek(week);
  const judged = week.skills.filter((skill) => loadsOf(week, scenario, skill) >= LOADS_MIN);
  const broken = judged.filter((skill) => week.broken.has(skill));
  const healthy = judged.filter((skill) => !week.broken.has(skill));
  const among = (skills: readonly string[], chosen: ReadonlySet<string>) =>
    skills.filter((skill) => chosen.has(skill)).length;
  return {
    broken: broken.length,
    found: among(broken, candidates),
    patched: among(broken, edited),
    healthy: healthy.length,
    falseAlarms: among(healthy, candidates),
    falsePatches: among(healthy, edited),
  };
}

export function sumScores(scores: readonly DecayScore[]): DecayScore {
  const sum = (key: keyof DecayScore) => scores.reduce((total, score) => total + score[key], 0);
  return {
    broken: sum("broken"),
    found: sum("found"),
    patched: sum("patched"),
    healthy: sum("healthy"),
    falseAlarms: sum("falseAlarms"),
    falsePatches: sum("falsePatches"),
  };
}

/** Loads from which a change could be seen: a broken skill's before the change say nothing. */
function loadsOf({ sessions, broken }: DecayWeek, scenario: DecayScenario, skill: string): number {
  const fromMinute = broken.has(skill) ? scenario.changedAt * WEEK_MINUTES : 0;
  const loads = sessions.flatMap((session) => session.loads);
  return loads.filter((load) => load.skill === skill && load.atMinute >= fromMinute).length;
}

async function runWeek(
  week: DecayWeek,
): Promise<{ readonly candidates: ReadonlySet<string>; readonly edited: ReadonlySet<string> }> {
  const skills = week.skills.map((name) =>
    agentSkill(name, {
      createdDaysAgo: 60,
      body: `# ${name}\n\nCall ${toolsOf(name).old} first.\n\nThen look at it.`,
    }),
  );
  const model = scriptedModel({ answers: ({ dossier }) => carefulAnswer(dossier), free: true });
  const { deps, trace } = curatorFixture({ skills, events: week.sessions.flatMap(eventsOf), model });
  const curator = createCurator(deps);
  const plan = await curator.plan();
  if (!plan.ok) throw new Error(plan.refusal.message);
  const run = await curator.run({ trigger: "explicit_cli", yes: true });
  if (!run.ok) throw new Error(run.refusal.message);
  const edits = plan.value.candidates.filter(({ action }) => action === "edit");
  const curated = trace.events.filter(
    ({ type, payload }) => type === "skill.curated" && payload["action"] === "edit",
  );
  return {
    candidates: new Set(edits.flatMap(({ skills: names }) => names)),
    edited: new Set(curated.map(({ payload }) => String(payload["skill_id"]))),
  };
}

function carefulAnswer(dossier: Dossier): Readonly<Record<string, unknown>> {
  if (dossier.purpose !== "edit") return { action: "skip", reason: "only edits are simulated" };
  const { skill, failures } = dossier;
  const answer = carefulVerdict({
    purpose: "edit",
    skills: [{ ...skill, files: [], isCut: false, heading: "" }],
    idleDays: null,
    failures: failures.signatures.flatMap(({ tool, ...rest }) => (tool === null ? [] : [{ tool, ...rest }])),
    toolsSucceeded: failures.toolsSucceeded,
    survivor: null,
  });
  return answer as Readonly<Record<string, unknown>>;
}

function eventsOf(session: DecaySession): readonly FixtureEvent[] {
  const at = (minute: number) => ({
    daysAgo: (WEEK_MINUTES - minute) / MINUTES_PER_DAY,
    sessionId: session.id,
  });
  const loads = session.loads.map(
    ({ skill, atMinute }): FixtureEvent => ({
      ...at(atMinute),
      type: "skill.loaded",
      payload: {
        skill_id: skill,
        skill_version: "0123456789abcdef",
        load_reason: "on_demand",
        load_size_tokens: 100,
        source: "workspace",
        triggered_by_tool_use_id: null,
      },
    }),
  );
  const calls = session.calls.flatMap(({ atMinute, tool, errorClass }, index): readonly FixtureEvent[] => {
    const id = `${session.id}-${index}`;
    const called = {
      tool_use_id: id,
      tool_name: tool,
      input_hash: "0",
      input_size_bytes: 1,
      side_effects: "execute",
    };
    return [
      { ...at(atMinute), type: "tool.called", actor: "tool", payload: called },
      { ...at(atMinute), actor: "tool", ...endOf(id, errorClass) },
    ];
  });
  return [...loads, ...calls];
}

function endOf(id: string, errorClass: string | null): Pick<FixtureEvent, "type" | "payload"> {
  if (errorClass === null) {
    const completed = {
      tool_use_id: id,
      success: true,
      output_size_bytes: 1,
      latency_ms: 1,
      files_modified: null,
      command_executed: null,
    };
    return { type: "tool.completed", payload: completed };
  }
  const failed = { tool_use_id: id, error_class: errorClass, error_message: "", latency_ms: 1 };
  return { type: "tool.failed", payload: failed };
}
