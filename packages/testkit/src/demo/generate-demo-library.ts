import { brokenSkills } from "./broken-skills.ts";
import type { DemoCase, DemoLibrary, DemoLibraryName, DemoPlan, DemoSkill } from "./demo-plan.ts";
import { planActs } from "./plan-acts.ts";
import { planSessionEvents } from "./plan-session-events.ts";
import { planSessions, US_PER_DAY } from "./plan-sessions.ts";
import { type PlannedSkill, planSkill, planSkills, type SkillPlanner } from "./plan-skills.ts";
import { planUsage, reserveFailingSessions } from "./plan-usage.ts";
import { seededRandom } from "./seeded-random.ts";
import { SKILL_ROLES, type SkillRole } from "./skill-roles.ts";
import { TOPICS, type Topic } from "./topics.ts";

export interface DemoOptions {
  /** 32 bits. */
  readonly seed: number;
  /** Microseconds since the Unix epoch: the six months end here. */
  readonly nowUs: number;
}

const FAILURE_SHARE = 0.04;
/** Chance failures end before the week in which failure rates are counted. */
const QUIET_DAYS = 9;
/** Names the second workspace shares with idle skills of the first. */
const SHARED_NAMES = 2;
const NEIGHBOUR_OWN = 4;

/**
 * Returns a skill library as it looks after six months with an agent that writes its own skills: two workspaces,
 * every case of `DemoCase`, and their sessions with more than 20,000 events. Pure; equal for equal options.
 */
export function generateDemoLibrary(options: DemoOptions): DemoPlan {
  const random = seededRandom(options.seed);
  const { nowUs } = options;
  const sessions = planSessions(random, nowUs);
  const ofLibrary = (name: DemoLibraryName) => sessions.filter(({ library }) => library === name);
  const failing = reserveFailingSessions(random, ofLibrary("shop"), nowUs, getRole("decayed").count);
  const free = ofLibrary("shop").filter((session) => !failing.includes(session));
  const shop = planSkills({ random, nowUs, sessions: free });
  const billing = planNeighbour({ random, nowUs, sessions: ofLibrary("billing") }, shop);
  const usage = new Map([...planUsage(random, shop, failing), ...planUsage(random, billing, [])]);
  const main = shop.map(({ skill }) => skill);
  const neighbour = billing.map(({ skill }) => skill);
  const acts = planActs(main);
  const spoken = sessions.flatMap((session) => {
    const isQuiet = nowUs - session.startUs < QUIET_DAYS * US_PER_DAY;
    const loads = usage.get(session.number) ?? [];
    return planSessionEvents(random, { session, loads, failureShare: isQuiet ? 0 : FAILURE_SHARE });
  });
  return {
    seed: options.seed,
    nowUs,
    main: libraryOf("shop", main, brokenSkills(main.find((skill) => isAtTop(skill, "active")))),
    neighbour: libraryOf("billing", neighbour, []),
    sessions,
    events: [...acts, ...spoken].sort((left, right) => left.atUs - right.atUs),
  };
}

function libraryOf(
  name: DemoLibraryName,
  skills: readonly DemoSkill[],
  broken: DemoLibrary["broken"],
): DemoLibrary {
  const referenced = skills.find((skill) => skill.case === "referenced");
  const mention = referenced === undefined ? "" : `\nBefore a release, follow \`${referenced.name}\`.\n`;
  const agents = `# Working on ${name}\n\nRun the tests before every commit.\n${mention}`;
  return { name, skills, broken, documents: { "AGENTS.md": agents, "README.md": `# ${name}\n` } };
}

/** The second workspace: names that are idle in the first, in use here, and some of its own. */
function planNeighbour(planner: SkillPlanner, shop: readonly PlannedSkill[]): readonly PlannedSkill[] {
  const role = getRole("active");
  const shared = shop.filter(({ skill }) => isAtTop(skill, "stale")).slice(0, SHARED_NAMES);
  const taken = new Set(shop.map(({ skill }) => skill.name));
  const own = TOPICS.filter(({ name }) => !taken.has(name)).slice(0, NEIGHBOUR_OWN);
  const topics = [...shared.flatMap(({ skill }) => findTopic(skill.name)), ...own];
  return topics.map((topic) => planSkill(planner, role, topic));
}

function findTopic(name: string): readonly Topic[] {
  return TOPICS.filter((topic) => topic.name === name);
}

function isAtTop(skill: DemoSkill, demoCase: DemoCase): boolean {
  return skill.case === demoCase && skill.category === "";
}

function getRole(name: DemoCase): SkillRole {
  const role = SKILL_ROLES.find((one) => one.case === name);
  if (role === undefined) throw new Error(`no role for ${name}`);
  return role;
}
