import { type BodyTopic, composeBody } from "./compose-body.ts";
import type { DemoSession, DemoSkill } from "./demo-plan.ts";
import { FAMILIES, type Family } from "./families.ts";
import { sessionsAged, US_PER_SECOND } from "./plan-sessions.ts";
import { renamedToolOf } from "./renamed-tools.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { type AgeRange, FAMILY_ROLE, SKILL_ROLES, type SkillRole, SURVIVOR_LOADS } from "./skill-roles.ts";
import { filesFor } from "./support-files.ts";
import { TOPICS } from "./topics.ts";

/** A skill with the sessions that load it. */
export interface PlannedSkill {
  readonly skill: DemoSkill;
  readonly loadedIn: readonly DemoSession[];
}

export interface SkillPlanner {
  readonly random: SeededRandom;
  readonly nowUs: number;
  /** Sessions of the workspace the skills lie in. */
  readonly sessions: readonly DemoSession[];
}

/** Categories some skills were sorted into by hand. */
const CATEGORIES = ["ops", "ops/night", "writing"] as const;
const CATEGORY_SHARE = 0.15;
const HAND_EDIT = "## House rule\n\nAsk Mara before the last step.";

/** Returns the main workspace's skills: every role from a random topic, then the families. */
export function planSkills(planner: SkillPlanner): readonly PlannedSkill[] {
  const total = SKILL_ROLES.reduce((sum, { count }) => sum + count, 0);
  const topics = [...planner.random.sample(TOPICS, total)];
  const alone = SKILL_ROLES.flatMap((role) =>
    topics.splice(0, role.count).map((topic) => planSkill(planner, role, topic)),
  );
  const families = FAMILIES.flatMap((family) => planFamily(planner, family));
  return withReferrer([...alone, ...families]);
}

/** Returns one skill of a role. */
export function planSkill(planner: SkillPlanner, role: SkillRole, topic: BodyTopic): PlannedSkill {
  const { random } = planner;
  const isMovable = role.case === "active" || role.case === "stale" || role.case === "imported";
  const sorted = isMovable && random.chance(CATEGORY_SHARE);
  const skill: DemoSkill = {
    ...creation(planner, role.created),
    name: topic.name,
    case: role.case,
    description: topic.description,
    body: composeBody(random, topic, notesFor(role, topic)),
    category: sorted ? random.pick(CATEGORIES) : "",
    author: role.author,
    files: role.case === "linked" ? [] : filesFor(random, topic, role.case),
    handEdit: role.case === "hand-edited" ? HAND_EDIT : null,
    cluster: null,
  };
  return { skill, loadedIn: chooseLoads(planner, role.loads) };
}

/** What decayed names a tool by the name it had. */
function notesFor(role: SkillRole, topic: BodyTopic): readonly string[] {
  return role.case === "decayed" ? [renamedToolOf(topic.name).line] : [];
}

function planFamily(planner: SkillPlanner, family: Family): readonly PlannedSkill[] {
  const { random } = planner;
  const [first] = family.members;
  const shared = composeBody(random, { ...family, name: family.name, description: first?.description ?? "" });
  return family.members.map((member, at) => {
    const isSurvivor = family.kind === "equal" && at === 0;
    const body = family.kind === "equal" ? shared : composeBody(random, { ...family, ...member });
    const loads = isSurvivor
      ? { ...FAMILY_ROLE.loads, min: SURVIVOR_LOADS, max: SURVIVOR_LOADS }
      : FAMILY_ROLE.loads;
    const skill: DemoSkill = {
      ...creation(planner, FAMILY_ROLE.created),
      name: member.name,
      case: family.kind,
      description: member.description,
      body,
      category: "",
      author: "agent",
      files: isSurvivor ? filesFor(random, family, family.kind) : [],
      handEdit: null,
      cluster: family.name,
    };
    return { skill, loadedIn: chooseLoads(planner, withBounds(loads)) };
  });
}

function withBounds(loads: Partial<NonNullable<SkillRole["loads"]>> | null): SkillRole["loads"] {
  if (loads === null) return null;
  const { from = 0, to = 0, min = 0, max = 0 } = loads;
  return { from, to, min, max };
}

function creation(planner: SkillPlanner, range: AgeRange): Pick<DemoSkill, "createdIn" | "createdAtUs"> {
  const session = planner.random.pick(sessionsAged(planner.sessions, range, planner.nowUs));
  const atUs = session.startUs + planner.random.between(300, 800) * US_PER_SECOND;
  return { createdIn: session.number, createdAtUs: atUs };
}

function chooseLoads({ random, sessions, nowUs }: SkillPlanner, loads: SkillRole["loads"]) {
  if (loads === null) return [];
  return random.sample(sessionsAged(sessions, loads, nowUs), random.between(loads.min, loads.max));
}

/** Lets a skill in use name the second of the referenced ones; AGENTS.md names the first. */
function withReferrer(planned: readonly PlannedSkill[]): readonly PlannedSkill[] {
  const target = planned.filter(({ skill }) => skill.case === "referenced")[1]?.skill.name;
  const referrer = planned.find(({ skill }) => skill.case === "active");
  if (target === undefined || referrer === undefined) return planned;
  const body = `${referrer.skill.body}\n\nWhen it fails half way, go on with skill_load("${target}").`;
  return planned.map((one) => (one === referrer ? { ...one, skill: { ...one.skill, body } } : one));
}
