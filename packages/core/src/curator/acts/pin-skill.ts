import { planPin } from "../../actions/index.ts";
import { findSidecarSkill } from "../../roots/sidecar-entry.ts";
import { actCommand } from "../act-command.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { ActReport, Outcome } from "../skill-curator.ts";
import { ACT_LOCK_WAIT_MS, withRoot } from "../with-root.ts";
import { alreadySo, getLiveSkill, manualAct, performAct, unknownSkill } from "./manual-act.ts";

/** Pins a live skill of any origin; refusal `unknown-skill` leaves no record (CONTRACTS 7.5). */
export function pinSkill(deps: CuratorDeps, name: string): Promise<Outcome<ActReport>> {
  return withRoot(deps, { waitMs: ACT_LOCK_WAIT_MS, attended: true }, async ({ view }) => {
    const skill = getLiveSkill(deps, view, name);
    if (!skill.ok) return skill;
    const { name: id, version } = skill.value;
    if (findSidecarSkill(view.sidecar, id)?.pinned === true && view.history.skills.get(id)?.pinned === true) {
      return alreadySo("pin", id, `${id} is already pinned`);
    }
    const message = `pinned ${id}: the curator leaves it alone; undo with ${actCommand(deps, "unpin", id)}`;
    const plan = planPin(manualAct(deps, view, id), id, version, true);
    return performAct(deps, plan, { action: "pin", skill: id, message });
  });
}

/** Clears a pin, also of a skill that is no longer there. */
export function unpinSkill(deps: CuratorDeps, name: string): Promise<Outcome<ActReport>> {
  return withRoot(deps, { waitMs: ACT_LOCK_WAIT_MS, attended: true }, async ({ view }) => {
    const id = name.normalize("NFC");
    const skill = view.library.skills.find((one) => one.name === id);
    const pinned =
      findSidecarSkill(view.sidecar, id)?.pinned === true || view.history.skills.get(id)?.pinned === true;
    if (skill === undefined && !pinned) return unknownSkill(deps, view, name);
    if (!pinned) return alreadySo("unpin", id, `${id} is not pinned`);
    const plan = planPin(manualAct(deps, view, id), id, skill?.version ?? null, false);
    return performAct(deps, plan, { action: "unpin", skill: id, message: `unpinned ${id}` });
  });
}
