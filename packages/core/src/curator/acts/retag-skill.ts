import { planRetag } from "../../actions/index.ts";
import { actCommand } from "../act-command.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { refused } from "../refusals.ts";
import type { ActReport, Outcome } from "../skill-curator.ts";
import { ACT_LOCK_WAIT_MS, withRoot } from "../with-root.ts";
import { getLiveSkill, manualAct, performAct } from "./manual-act.ts";

/** Hands a skill, as it is now, to the curator (CONTRACTS 5). Refusals `unknown-skill`, `linked`. */
export function adoptSkill(deps: CuratorDeps, name: string): Promise<Outcome<ActReport>> {
  return retag(
    deps,
    name,
    "skill.adopted",
    (id) =>
      `adopted ${id}: the curator may now maintain it; take it back with ${actCommand(deps, "disown", id)}`,
  );
}

/** Takes a skill out of the curator's hands. Refusal `unknown-skill`. */
export function disownSkill(deps: CuratorDeps, name: string): Promise<Outcome<ActReport>> {
  return retag(deps, name, "skill.disowned", (id) => `disowned ${id}: the curator leaves it alone`);
}

/** One that is reached by a link is another root's, or nobody's: it would stay read-only. */
function linkedMessage({ root: { skillsOf } }: CuratorDeps, id: string): string {
  if (skillsOf === undefined) return `${id} is a link, which is only read; adopt it where it lies`;
  const where = skillsOf.scope === "global" ? "--global" : skillsOf.base;
  return `${id} belongs to another library: metis-curate ${where} adopt ${id} --layout ${skillsOf.layout}`;
}

function retag(
  deps: CuratorDeps,
  name: string,
  type: "skill.adopted" | "skill.disowned",
  messageOf: (id: string) => string,
): Promise<Outcome<ActReport>> {
  return withRoot(deps, { waitMs: ACT_LOCK_WAIT_MS, attended: true }, async ({ view }) => {
    const skill = getLiveSkill(deps, view, name);
    if (!skill.ok) return skill;
    const id = skill.value.name;
    if (skill.value.linked && type === "skill.adopted") return refused("linked", linkedMessage(deps, id));
    const action = type === "skill.adopted" ? "adopt" : "disown";
    const plan = planRetag(manualAct(deps, view, id), skill.value, type);
    return performAct(deps, plan, { action, skill: id, message: messageOf(id) });
  });
}
