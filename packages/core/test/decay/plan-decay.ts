import type { SeededRandom } from "@metis-curate/testkit";
import { seededRandom } from "@metis-curate/testkit";
import type { DecayScenario } from "./decay-scenario.ts";

/** One tool call of a session: when, which tool, and how it ended; null is a success. */
export interface DecayCall {
  readonly atMinute: number;
  readonly tool: string;
  readonly errorClass: string | null;
}

export interface DecaySession {
  readonly id: string;
  /** Minutes since the start of the week. */
  readonly startMinute: number;
  readonly loads: readonly { readonly skill: string; readonly atMinute: number }[];
  readonly calls: readonly DecayCall[];
}

export interface DecayWeek {
  readonly skills: readonly string[];
  readonly broken: ReadonlySet<string>;
  readonly sessions: readonly DecaySession[];
}

export const WEEK_MINUTES = 7 * 24 * 60;
const TOPIC_SIZE = 4;
const SESSION_MINUTES_MAX = 90;
const CALLS_PER_LOAD_MIN = 6;
const CALLS_PER_LOAD_MAX = 14;
/** Minutes over which the work after a load is spread: some of it is beyond the failure window. */
const WORK_MINUTES = 45;
const BAD_SESSION_FAILURE_SHARE = 0.3;
const TOOLS = ["read_file", "edit_file", "run_command", "search", "fetch_url"] as const;
const FAILURES = ["timeout", "not_found", "validation_error", "permission_denied"] as const;
const DENIALS = ["user_denied", "cancelled", "confirmation_timeout"] as const;

/** Returns a week that one seed fixes: which skills broke, who loaded what, and what failed. */
export function planDecay(scenario: DecayScenario, seed: number): DecayWeek {
  const random = seededRandom(seed);
  const skills = Array.from({ length: scenario.skills }, (_, at) => `skill${String(at).padStart(3, "0")}`);
  const broken = new Set(random.sample(skills, Math.round(scenario.skills * scenario.brokenShare)));
  const sessions = Array.from({ length: scenario.sessions }, (_, at) =>
    planSession(random, scenario, skills, broken, `session-${at}`),
  );
  return { skills, broken, sessions };
}

/** The name that a skill's tool had before, and the one that works now. */
export function toolsOf(skill: string): { readonly old: string; readonly now: string } {
  return { old: `${skill}_run`, now: `${skill}_execute` };
}

function planSession(
  random: SeededRandom,
  scenario: DecayScenario,
  skills: readonly string[],
  broken: ReadonlySet<string>,
  id: string,
): DecaySession {
  const startMinute = random.next() * (WEEK_MINUTES - SESSION_MINUTES_MAX - WORK_MINUTES);
  const loads = chooseSkills(random, scenario, skills).map((skill) => ({
    skill,
    atMinute: startMinute + random.next() * SESSION_MINUTES_MAX,
  }));
  const failureShare = random.chance(scenario.badSessionShare)
    ? BAD_SESSION_FAILURE_SHARE
    : scenario.callFailureShare;
  const calls = loads.flatMap(({ skill, atMinute }) => {
    const isBroken = broken.has(skill) && atMinute >= scenario.changedAt * WEEK_MINUTES;
    return [
      ...skillCall(random, scenario, skill, atMinute, isBroken),
      ...workCalls(random, { ...scenario, callFailureShare: failureShare }, atMinute),
    ];
  });
  return { id, startMinute, loads, calls };
}

/** The use of skills is skewed: the square of an even draw makes the first topics several times as frequent. */
function chooseSkills(
  random: SeededRandom,
  scenario: DecayScenario,
  skills: readonly string[],
): readonly string[] {
  const first = Math.floor(random.next() ** 2 * skills.length);
  const topic = Math.floor(first / TOPIC_SIZE) * TOPIC_SIZE;
  const others = random
    .sample(skills.slice(topic, topic + TOPIC_SIZE), TOPIC_SIZE)
    .filter((name) => name !== skills[first]);
  const chosen = skills.slice(first, first + 1);
  while (chosen.length < scenario.loadsMax && random.chance(scenario.coLoadShare)) {
    chosen.push(...others.splice(0, 1));
  }
  return chosen;
}

function skillCall(
  random: SeededRandom,
  scenario: DecayScenario,
  skill: string,
  atMinute: number,
  isBroken: boolean,
): readonly DecayCall[] {
  const { old, now } = toolsOf(skill);
  const soon = atMinute + 1 + random.next() * 10;
  if (!isBroken) return [{ atMinute: soon, tool: old, errorClass: null }];
  if (!random.chance(scenario.brokenFailureShare)) return [];
  const failed = { atMinute: soon, tool: old, errorClass: "not_found" };
  // The agent often finds the new name by itself and goes on.
  return random.chance(0.6) ? [failed, { atMinute: soon + 1, tool: now, errorClass: null }] : [failed];
}

function workCalls(random: SeededRandom, scenario: DecayScenario, atMinute: number): readonly DecayCall[] {
  const count = random.between(CALLS_PER_LOAD_MIN, CALLS_PER_LOAD_MAX);
  return Array.from({ length: count }, () => ({
    atMinute: atMinute + random.next() * WORK_MINUTES,
    tool: random.pick(TOOLS),
    errorClass: endOfCall(random, scenario),
  }));
}

function endOfCall(random: SeededRandom, scenario: DecayScenario): string | null {
  if (random.chance(scenario.callFailureShare)) return random.pick(FAILURES);
  return random.chance(scenario.deniedShare) ? random.pick(DENIALS) : null;
}
