import { type ActReport, LEFT_ALONE_REASONS, type PlanReport } from "@metis-curate/core";
import * as v from "valibot";
import { count, notices } from "./match-schemas.ts";

const usd = v.pipe(v.string(), v.description("US dollars, exact, such as 0.184."));
const facts = v.record(v.string(), v.unknown());

export const actReport: v.GenericSchema<ActReport> = v.object({
  action: v.string(),
  skill: v.string(),
  payload: v.pipe(facts, v.description("Payload of the event that was recorded.")),
  message: v.pipe(v.string(), v.description("One line for a person.")),
});

/** A plan as it is sent: an amount is a text. */
type PlanWire = Omit<PlanReport, "candidates" | "estimated_total_usd"> & {
  readonly candidates: readonly (Omit<PlanReport["candidates"][number], "estimated_cost_usd" | "signals"> & {
    readonly estimated_cost_usd: string;
    readonly signals: Readonly<Record<string, unknown>>;
  })[];
  readonly estimated_total_usd: string;
};

const candidate = v.object({
  action: v.picklist(["archive", "consolidate", "edit"]),
  skills: v.array(v.string()),
  reason: v.string(),
  estimated_cost_usd: usd,
  signals: facts,
  hash: v.string(),
});

export const planReport: v.GenericSchema<PlanWire> = v.object({
  candidates: v.pipe(v.array(candidate), v.description("What a run would ask a model about, in order.")),
  left_alone: v.pipe(
    v.array(
      v.object({
        skill: v.string(),
        reason: v.picklist(LEFT_ALONE_REASONS),
        detail: v.exactOptional(v.string()),
      }),
    ),
    v.description("Every other skill with the one reason."),
  ),
  estimated_total_usd: usd,
  truncated: v.pipe(count, v.description("Candidates cut by max_skills_per_root.")),
  notices,
});
