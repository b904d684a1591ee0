import { type BudgetRefusal, sumUsd, type Usd, ZERO_USD } from "../money/index.ts";
import { TraceError } from "../ports/trace-store.ts";
import { maskSecrets, type SecretVault } from "../secrets/index.ts";
import type { Candidate } from "../selection/candidate.ts";
import type { Dossier, Verdict } from "../verdicts/index.ts";
import {
  type AnswerFault,
  findEditFault,
  findMergeFault,
  findRewriteFault,
  type Merge,
} from "./answer-fault.ts";
import { type AttemptsResult, callWithRetries } from "./call-attempts.ts";
import type { CallContext } from "./call-context.ts";
import type { HeldMoney } from "./call-model.ts";
import type { Member } from "./dossiers.ts";
import {
  type PrepareDeps,
  type PreparedCall,
  type PreparedCandidate,
  prepareCandidate,
  rewriteFor,
} from "./prepare-candidate.ts";
import { redactRationale } from "./rationale.ts";

/** A confirmed candidate: the verdict, and the rewrite of a merge. */
export interface Confirmed {
  readonly kind: "confirmed";
  readonly verdict: Exclude<Verdict, { action: "keep" | "skip" | "rewrite" }>;
  readonly rewrite: Extract<Verdict, { action: "rewrite" }> | null;
  readonly costUsd: Usd;
  readonly latencyMs: number;
  /** The rationale had a placeholder in it. */
  readonly rationaleRedacted: boolean;
  /** Blots the candidate's secrets out of what is recorded or shown. */
  readonly mask: (text: string) => string;
}

export type Judgement =
  | Confirmed
  | {
      readonly kind: "skip";
      readonly skipKind: string;
      readonly message: string;
      readonly costUsd: Usd;
      /** Null when no call was made or it was interrupted; else whether it failed. */
      readonly errored: boolean | null;
    }
  | { readonly kind: "stop"; readonly reason: "per_run_cap" | "per_day_cap" }
  /** The trace would not record a call: no further call may be made. */
  | { readonly kind: "failed"; readonly message: string; readonly costUsd: Usd };

/** Upper bound of what judging a candidate can cost: a merge is a confirmation and a rewrite (CONTRACTS 9.2). */
export function estimateOfPrepared(prepared: PreparedCandidate): Usd {
  if (prepared.kind === "obstacle") return ZERO_USD;
  const { confirm, rewrite } = prepared;
  return sumUsd([confirm.estimateUsd, ...(rewrite === null ? [] : [rewrite.estimateUsd])]);
}

/**
 * Asks the model about one candidate within the budget (CONTRACTS 8.5, 9.2, 9.3). The whole estimate is set aside
 * before the first call; each call is settled to its true cost, and what was not called for is given back.
 */
export async function judgeCandidate(
  context: CallContext,
  candidate: Candidate,
  dossier: Dossier,
  members: readonly Member[],
): Promise<Judgement> {
  const prepared = await prepareCandidate(prepareDeps(context), dossier, members);
  if (prepared.kind === "obstacle") {
    return {
      kind: "skip",
      skipKind: prepared.skipKind,
      message: prepared.message,
      costUsd: ZERO_USD,
      errored: null,
    };
  }
  const { confirm, rewrite } = prepared;
  const day = await context.countedDay(context.deps.clock.nowUs());
  const estimates = [confirm, rewrite].flatMap((call) => (call === null ? [] : [call.estimateUsd]));
  const money = context.budget.reserveTogether(estimates, day);
  if (money.kind !== "reserved") return withoutMoney(money, ZERO_USD);
  const [forConfirm, forRewrite] = money.reservations.map((reservation): HeldMoney => ({ reservation, day }));
  if (forConfirm === undefined) throw new Error("a candidate has at least one call");
  const second = rewrite === null || forRewrite === undefined ? null : { call: rewrite, held: forRewrite };
  return judgeWithMoney(
    { context, candidate, members, booked: context.book.calls.length },
    confirm,
    forConfirm,
    second,
  );
}

interface Judging {
  readonly context: CallContext;
  readonly candidate: Candidate;
  readonly members: readonly Member[];
  /** Calls of the run before this candidate. */
  readonly booked: number;
}

interface SecondCall {
  readonly call: PreparedCall;
  readonly held: HeldMoney;
}

async function judgeWithMoney(
  judging: Judging,
  confirm: PreparedCall,
  held: HeldMoney,
  second: SecondCall | null,
): Promise<Judgement> {
  const { context } = judging;
  try {
    const asked = await callWithRetries(context, confirm, held, (verdict, vault) =>
      findConfirmFault(judging, verdict, vault),
    );
    const judgement = await confirmed(judging, confirm, asked);
    if (judgement.kind === "confirmed" && judgement.verdict.action === "consolidate" && second !== null) {
      return await askRewrite(judging, judgement, judgement.verdict, second);
    }
    second?.held.reservation.settle(ZERO_USD);
    return judgement;
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    return { kind: "failed", message: error.message, costUsd: costOf(judging) };
  }
}

async function confirmed(judging: Judging, call: PreparedCall, asked: AttemptsResult): Promise<Judgement> {
  if (asked.kind !== "verdict") return unusable(judging, asked);
  const { verdict, latencyMs, redacted } = asked;
  switch (verdict.action) {
    case "keep":
    case "skip":
      return declined(judging, verdict.reason);
    case "rewrite":
      return malformed(judging, "a rewrite was not asked for");
    case "archive":
    case "edit":
    case "consolidate":
      if (verdict.action !== judging.candidate.action)
        return malformed(judging, "the verdict is of another kind");
      return {
        kind: "confirmed",
        verdict,
        rewrite: null,
        costUsd: costOf(judging),
        latencyMs,
        rationaleRedacted: redacted,
        mask: maskOf(call),
      };
  }
}

async function askRewrite(
  judging: Judging,
  merge: Confirmed,
  verdict: Merge,
  { call, held }: SecondCall,
): Promise<Judgement> {
  const { context, members } = judging;
  const rewriteCall = rewriteFor(prepareDeps(context), call, verdict.survivor, verdict.archive);
  const { retention_min: retentionMin } = context.deps.config;
  const asked = await callWithRetries(context, rewriteCall, held, async (answer, vault) =>
    answer.action === "rewrite" ? findRewriteFault(members, verdict, answer, retentionMin, vault) : null,
  );
  if (asked.kind !== "verdict") return unusable(judging, asked);
  if (asked.verdict.action === "skip") return declined(judging, asked.verdict.reason);
  if (asked.verdict.action !== "rewrite") return malformed(judging, "a rewrite was asked for");
  const latencyMs = merge.latencyMs + asked.latencyMs;
  const mask = maskOf(rewriteCall);
  return { ...merge, rewrite: asked.verdict, costUsd: costOf(judging), latencyMs, mask };
}

async function findConfirmFault(
  { context, members }: Judging,
  verdict: Verdict,
  vault: SecretVault,
): Promise<AnswerFault | null> {
  const [member] = members;
  if (verdict.action === "edit" && member !== undefined) return findEditFault(member, verdict.diff, vault);
  return verdict.action === "consolidate" ? findMergeFault(members, verdict, context.deps.secrets) : null;
}

/** What the calls about this candidate have cost so far, one that may have been billed included. */
function costOf({ context, booked }: Judging): Usd {
  return context.book.spentSince(booked);
}

function maskOf({ secretTexts }: PreparedCall): (text: string) => string {
  return maskSecrets(secretTexts);
}

function prepareDeps({ model, price, deps }: CallContext): PrepareDeps {
  return { model, price, secrets: deps.secrets };
}

function unusable(judging: Judging, asked: Exclude<AttemptsResult, { kind: "verdict" }>): Judgement {
  const costUsd = costOf(judging);
  switch (asked.kind) {
    case "interrupted":
      return {
        kind: "skip",
        skipKind: "interrupted",
        message: "the run was interrupted",
        costUsd,
        errored: null,
      };
    case "unaffordable":
      return withoutMoney(asked.refusal, costUsd);
    case "unusable": {
      const { skipKind, message, errored } = asked;
      return { kind: "skip", skipKind, message, costUsd, errored };
    }
  }
}

/** A used-up cap ends the run; one that the estimate alone passes skips the candidate (CONTRACTS 9.3). */
function withoutMoney({ kind, message }: BudgetRefusal, costUsd: Usd): Judgement {
  const isUsedUp = kind === "per_run_cap" || kind === "per_day_cap";
  if (isUsedUp && costUsd === ZERO_USD) return { kind: "stop", reason: kind };
  return { kind: "skip", skipKind: kind, message, costUsd, errored: null };
}

/** A reason is the model's text: it is shown, so it is scrubbed like a rationale. */
async function declined(judging: Judging, reason: string): Promise<Judgement> {
  const { secrets, config } = judging.context.deps;
  const { text } = await redactRationale(reason, config.redact, secrets);
  return { kind: "skip", skipKind: "declined", message: text, costUsd: costOf(judging), errored: false };
}

function malformed(judging: Judging, message: string): Judgement {
  return { kind: "skip", skipKind: "malformed", message, costUsd: costOf(judging), errored: false };
}
