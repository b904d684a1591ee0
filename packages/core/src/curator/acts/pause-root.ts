import { planPause } from "../../actions/index.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { ActReport, Outcome } from "../skill-curator.ts";
import { ACT_LOCK_WAIT_MS, withRoot } from "../with-root.ts";
import { alreadySo, manualAct, performAct } from "./manual-act.ts";

/** Stops runs of this root until `resume` (CONTRACTS 10.1, 10.3). */
export function pauseRoot(deps: CuratorDeps): Promise<Outcome<ActReport>> {
  const message = `paused: no run starts here until ${deps.commandLine} resume`;
  return setPaused(deps, true, message);
}

export function resumeRoot(deps: CuratorDeps): Promise<Outcome<ActReport>> {
  return setPaused(deps, false, "resumed: the curator runs here again when it is due");
}

function setPaused(deps: CuratorDeps, paused: boolean, message: string): Promise<Outcome<ActReport>> {
  return withRoot(deps, { waitMs: ACT_LOCK_WAIT_MS, attended: true }, async ({ view }) => {
    const action = paused ? "pause" : "resume";
    const now = view.history.paused || (view.sidecar.paused_at_iso ?? null) !== null;
    if (now === paused) return alreadySo(action, "", paused ? "already paused" : "not paused");
    return performAct(deps, planPause(manualAct(deps, view, null), paused), { action, skill: "", message });
  });
}
