import { addUsd, type BudgetRun, type Reservation, type Usd, ZERO_USD } from "../money/index.ts";
import { TraceError } from "../ports/trace-store.ts";
import type { Candidate } from "../selection/candidate.ts";
import type { Dossier, Verdict } from "../verdicts/index.ts";
import { type AnswerFault, findEditFault, findRewriteFault } from "./answer-fault.ts";
import { type CallContext, type CallResult, callModel, estimateRequest } from "./call-model.ts";
import { type Member, rewriteDossier } from "./dossiers.ts";

/** A confirmed candidate: the verdict, and the rewrite of a merge. */
export interface Confirmed {
  readonly kind: "confirmed";
  readonly verdict: Exclude<Verdict, { action: "keep" | "skip" | "rewrite" }>;
  readonly rewrite: Extract<Verdict, { action: "rewrite" }> | null;
  readonly costUsd: Usd;
  readonly latencyMs: number;
}

export type Judgement =
  | Confirmed
  | {
      readonly kind: "skip";
      readonly skipKind: string;
      readonly message: string;
      readonly costUsd: Usd;
      /** Null when no call was made; else whether it failed. */
      readonly errored: boolean | null;
    }
  | { readonly kind: "stop"; readonly reason: "per_run_cap" | "per_day_cap" }
  /** The trace would not record a call: no further call may be made. */
  | { readonly kind: "failed"; readonly message: string; readonly costUsd: Usd };

/** Upper bound of what judging a candidate can cost: a merge is a confirmation and a rewrite (CONTRACTS 9.2). */
export function estimateCandidate(
  context: Pick<CallContext, "model" | "price">,
  dossier: Dossier,
  members: readonly Member[],
): Usd {
  const first = estimateRequest(context.model, context.price, { purpose: dossier.purpose, dossier });
  if (dossier.purpose !== "consolidate") return first;
  const [survivor = "", ...rest] = dossier.members.map(({ name }) => name);
  const rewrite = rewriteDossier(members, survivor, rest);
  return addUsd(
    first,
    estimateRequest(context.model, context.price, { purpose: "rewrite", dossier: rewrite }),
  );
}

/**
 * Asks the model about one candidate within the budget (CONTRACTS 9.2, 9.3). The whole estimate is reserved
 * before the first call and settled to the true cost after the last.
 */
export async function judgeCandidate(
  context: CallContext,
  budget: BudgetRun,
  day: string,
  candidate: Candidate,
  dossier: Dossier,
  members: readonly Member[],
): Promise<Judgement> {
  const reservation = budget.reserve(estimateCandidate(context, dossier, members), day);
  if (reservation.kind === "per_run_cap" || reservation.kind === "per_day_cap") {
    return { kind: "stop", reason: reservation.kind };
  }
  if (reservation.kind !== "reserved") {
    const { kind, message } = reservation;
    return { kind: "skip", skipKind: kind, message, costUsd: ZERO_USD, errored: null };
  }
  return settleAfter(reservation, context, candidate, dossier, members);
}

async function settleAfter(
  reservation: Reservation,
  context: CallContext,
  candidate: Candidate,
  dossier: Dossier,
  members: readonly Member[],
): Promise<Judgement> {
  try {
    const judgement = await ask(context, candidate, dossier, members);
    reservation.settle(judgement.kind === "stop" ? ZERO_USD : judgement.costUsd);
    return judgement;
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    // The call may have been billed: the reservation stands at its estimate.
    return { kind: "failed", message: error.message, costUsd: reservation.estimateUsd };
  }
}

async function ask(
  context: CallContext,
  candidate: Candidate,
  dossier: Dossier,
  members: readonly Member[],
): Promise<Judgement> {
  const call = await callModel(context, dossier, (verdict) => findEditFaultOf(members, verdict));
  if (call.kind === "unusable") return unusable(call, call.costUsd);
  const { verdict } = call;
  switch (verdict.action) {
    case "keep":
    case "skip":
      return {
        kind: "skip",
        skipKind: "declined",
        message: verdict.reason,
        costUsd: call.costUsd,
        errored: false,
      };
    case "rewrite":
      return malformed("a rewrite was not asked for", call.costUsd);
    case "archive":
    case "edit":
      if (verdict.action !== candidate.action)
        return malformed("the verdict is of another kind", call.costUsd);
      return { kind: "confirmed", verdict, rewrite: null, costUsd: call.costUsd, latencyMs: call.latencyMs };
    case "consolidate":
      return askRewrite(context, members, verdict, call);
  }
}

async function askRewrite(
  context: CallContext,
  members: readonly Member[],
  verdict: Extract<Verdict, { action: "consolidate" }>,
  confirm: Extract<CallResult, { kind: "verdict" }>,
): Promise<Judgement> {
  const { retention_min: retentionMin } = context.deps.config;
  const dossier = rewriteDossier(members, verdict.survivor, verdict.archive);
  const call = await callModel(context, dossier, (answer) =>
    answer.action === "rewrite" ? findRewriteFault(members, verdict, answer, retentionMin) : null,
  );
  const costUsd = addUsd(confirm.costUsd, call.costUsd);
  if (call.kind === "unusable") return unusable(call, costUsd);
  const rewrite = call.verdict;
  if (rewrite.action === "skip") {
    return { kind: "skip", skipKind: "declined", message: rewrite.reason, costUsd, errored: false };
  }
  if (rewrite.action !== "rewrite") return malformed("a rewrite was asked for", costUsd);
  return { kind: "confirmed", verdict, rewrite, costUsd, latencyMs: confirm.latencyMs + call.latencyMs };
}

function findEditFaultOf(members: readonly Member[], verdict: Verdict): AnswerFault | null {
  const [member] = members;
  return verdict.action === "edit" && member !== undefined ? findEditFault(member, verdict.diff) : null;
}

function unusable(call: Extract<CallResult, { kind: "unusable" }>, costUsd: Usd): Judgement {
  const { skipKind, message, errored } = call;
  return { kind: "skip", skipKind, message, costUsd, errored };
}

function malformed(message: string, costUsd: Usd): Judgement {
  return { kind: "skip", skipKind: "malformed", message, costUsd, errored: false };
}
