import { join } from "node:path";
import { type Act, type ActionPlan, performAction } from "../../actions/index.ts";
import { findNearestKey } from "../../config/nearest-key.ts";
import type { Payload } from "../../events/envelope.ts";
import type { Skill } from "../../skills/index.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { findSkipped } from "../find-skipped.ts";
import type { LibraryView } from "../library-view.ts";
import { actionFailed, done, misused } from "../refusals.ts";
import type { ActReport, Outcome } from "../skill-curator.ts";
import { signalsOfSkill } from "../skill-signals.ts";
import { operatorAct } from "./operator-act.ts";

export interface ManualActOptions {
  readonly reason?: string;
  /** Groups the acts of one command; a fresh ULID when absent (CONTRACTS 4.4). */
  readonly runId?: string;
}

/** The common fields of an operator's act on a skill. */
export function manualAct(
  deps: CuratorDeps,
  view: LibraryView,
  skill: string | null,
  options: ManualActOptions = {},
): Act {
  const runId = options.runId ?? deps.ids.next();
  const reason: Payload = options.reason === undefined ? {} : { reason: options.reason };
  const signals = skill === null ? reason : { ...signalsOfSkill(deps, view, skill), ...reason };
  return operatorAct(deps, runId, signals);
}

/** Performs a planned act and reports it with the payload of its last event. */
export async function performAct(
  deps: CuratorDeps,
  plan: ActionPlan,
  about: { readonly action: string; readonly skill: string; readonly message: string },
): Promise<Outcome<ActReport>> {
  const result = await performAction(deps, plan);
  switch (result.kind) {
    case "changed":
      return actionFailed("changed-meanwhile", result.message);
    case "failed":
      return actionFailed("failed", `${plan.label} failed: ${result.message}`);
    case "done":
      return done({ ...about, payload: result.events.at(-1)?.payload ?? {} });
  }
}

/** Nothing had to be done. */
export function alreadySo(action: string, skill: string, message: string): Outcome<ActReport> {
  return done({ action, skill, payload: {}, message });
}

/** The live skill of a name; refusal `unknown-skill` (exit 2) names the nearest one. */
export function getLiveSkill(deps: CuratorDeps, view: LibraryView, name: string): Outcome<Skill> {
  const wanted = name.normalize("NFC");
  const skill = view.library.skills.find((one) => one.name === wanted);
  if (skill !== undefined) return done(skill);
  return unknownSkill(deps, view, name);
}

/** Refusal `unknown-skill`: why a file of that name is not loaded, else the nearest name. */
export function unknownSkill(deps: CuratorDeps, view: LibraryView, name: string): Outcome<never> {
  const [skipped] = findSkipped(view, name);
  if (skipped !== undefined) {
    const { path, diagnostic } = skipped;
    const where = join(deps.root.skillsDir, path);
    return misused(
      "unknown-skill",
      `"${name}" cannot be loaded: ${where}: ${diagnostic.kind}: ${diagnostic.message}`,
    );
  }
  const nearest = findNearestKey(
    name,
    view.library.skills.map((skill) => skill.name),
  );
  const hint = nearest === null ? `see ${deps.commandLine} --list` : `did you mean "${nearest}"?`;
  return misused("unknown-skill", `no skill "${name}" in ${deps.root.skillsDir}; ${hint}`);
}
