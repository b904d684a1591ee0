import type { Payload } from "../../events/envelope.ts";
import type { Skill } from "../../skills/skill.ts";
import type { ActionPlan } from "../action-plan.ts";
import { type Act, always, curatedEvent } from "./act.ts";

/** Pins or unpins: an event and the sidecar, nothing else (CONTRACTS 7.5). */
export function planPin(
  act: Act,
  skill: string,
  version: string | null,
  pinned: boolean,
  signals: Payload = {},
): ActionPlan {
  const action = pinned ? "pin" : "unpin";
  return {
    label: `${action} ${skill}`,
    guards: [],
    steps: [],
    events: [
      always(curatedEvent(act, { skill, action, versionBefore: version, versionAfter: version, signals })),
    ],
  };
}

/** Records an operator's retag; adopting takes the present file as the baseline (CONTRACTS 5). */
export function planRetag(act: Act, skill: Skill, type: "skill.adopted" | "skill.disowned"): ActionPlan {
  const verb = type === "skill.adopted" ? "adopt" : "disown";
  const event = act.makeEvent({
    type,
    sessionId: act.sessionId,
    actor: "user",
    payload: {
      root: act.root.key,
      skill_id: skill.name,
      skill_version: skill.version,
      file_hash: skill.fileHash,
    },
  });
  return { label: `${verb} ${skill.name}`, guards: [], steps: [], events: [always(event)] };
}

/** Records that a draft is active from now on (CONTRACTS 13.5). */
export function planPromote(act: Act, skill: Skill): ActionPlan {
  const event = act.makeEvent({
    type: "skill.promoted",
    sessionId: act.sessionId,
    actor: "user",
    payload: { root: act.root.key, skill_id: skill.name, skill_version: skill.version },
  });
  return { label: `promote ${skill.name}`, guards: [], steps: [], events: [always(event)] };
}

/** Pauses or resumes automatic runs of the root. */
export function planPause(act: Act, paused: boolean): ActionPlan {
  const event = act.makeEvent({
    type: paused ? "curator.paused" : "curator.resumed",
    sessionId: act.sessionId,
    actor: "user",
    payload: { root: act.root.key },
  });
  return { label: paused ? "pause" : "resume", guards: [], steps: [], events: [always(event)] };
}
