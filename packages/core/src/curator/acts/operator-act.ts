import type { Act } from "../../actions/index.ts";
import type { Payload } from "../../events/envelope.ts";
import { ZERO_USD } from "../../money/index.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { makeValidEvent } from "../make-valid-event.ts";

/** The fields that every act of an operator has in common: no model, no cost, a run id of its own (CONTRACTS 4.4). */
export function operatorAct(deps: CuratorDeps, runId: string, signals: Payload): Act {
  return {
    root: deps.root,
    nowUs: deps.clock.nowUs(),
    runId,
    sessionId: runId,
    curatorKind: "manual",
    model: null,
    costUsd: ZERO_USD,
    pricingVersion: null,
    latencyMs: 0,
    rationale: "",
    rationaleRedacted: false,
    signals,
    makeEvent: (draft) => makeValidEvent(deps, draft),
  };
}
