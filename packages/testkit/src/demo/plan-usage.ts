import { formatNewSkill, parseSkillDocument } from "@metis-curate/core";
import type { DemoCase, DemoSession, DemoSkill } from "./demo-plan.ts";
import type { DemoLoad } from "./plan-session-events.ts";
import { sessionsAged } from "./plan-sessions.ts";
import type { PlannedSkill } from "./plan-skills.ts";
import { renamedToolOf } from "./renamed-tools.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** Failures count within `interval_hours` (168): these sessions lie inside, with a day to spare. */
const FAILING_AGE = { from: 6, to: 0 };
const FAILING_SESSIONS_PER_SKILL = 4;
const FEEDBACK_SHARE = 0.25;

/** What each session loads, by its number. */
export type Usage = ReadonlyMap<number, readonly DemoLoad[]>;

/** Returns the sessions of this week that are kept for skills that decayed: nothing else is loaded in them. */
export function reserveFailingSessions(
  random: SeededRandom,
  sessions: readonly DemoSession[],
  nowUs: number,
  skills: number,
): readonly DemoSession[] {
  return random.sample(sessionsAged(sessions, FAILING_AGE, nowUs), skills * FAILING_SESSIONS_PER_SKILL);
}

/** Returns who is loaded where; each decayed skill also in its share of the failing sessions. */
export function planUsage(
  random: SeededRandom,
  planned: readonly PlannedSkill[],
  failing: readonly DemoSession[],
): Usage {
  const usage = new Map<number, DemoLoad[]>();
  const add = (session: DemoSession, load: DemoLoad): void => {
    usage.set(session.number, [...(usage.get(session.number) ?? []), load]);
  };
  const rest = [...failing];
  for (const { skill, loadedIn } of planned) {
    const load = loadOf(skill);
    for (const session of loadedIn) {
      add(session, { ...load, missing: null, feedback: feedbackFor(random, skill.case) });
    }
    if (skill.case !== "decayed") continue;
    for (const [at, session] of rest.splice(0, FAILING_SESSIONS_PER_SKILL).entries()) {
      add(session, { ...load, missing: at > 0 ? renamedToolOf(skill.name) : null, feedback: null });
    }
  }
  return usage;
}

function feedbackFor(random: SeededRandom, demoCase: DemoCase): DemoLoad["feedback"] {
  if (demoCase === "unhelpful") return "failure";
  if (!random.chance(FEEDBACK_SHARE)) return null;
  return random.chance(0.8) ? "success" : "partial";
}

/** What `skill.loaded` says of a skill's content: that of its file as it was saved. */
export function loadOf(skill: DemoSkill): Pick<DemoLoad, "skill" | "version" | "sizeTokens"> {
  const document = parseSkillDocument(formatNewSkill(skill), skill.name);
  if (document.kind === "skipped") throw new Error(`${skill.name}: ${document.diagnostic.message}`);
  return { skill: skill.name, version: document.version, sizeTokens: document.sizeTokens };
}
