import { type Act, type ActionPlan, performAction } from "../actions/index.ts";
import type { EventEnvelope } from "../events/envelope.ts";
import { type BudgetRun, type Usd, ZERO_USD } from "../money/index.ts";
import type { AuxiliaryModel } from "../ports/auxiliary-model.ts";
import { FileSystemError } from "../ports/file-system.ts";
import type { Candidate } from "../selection/candidate.ts";
import { getSkillHistory } from "../trace/index.ts";
import { ArchiveNames } from "./archive-names.ts";
import { type CallContext, priceOf } from "./call-context.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { candidateDossier, type Member, narrowed } from "./dossiers.ts";
import { examineCandidate } from "./examine.ts";
import { type Confirmed, judgeCandidate } from "./judge-candidate.ts";
import type { LibraryWatch, Objection } from "./library-watch.ts";
import { makeValidEvent } from "./make-valid-event.ts";
import { proposeAction } from "./propose-action.ts";
import { redactRationale } from "./rationale.ts";
import type { RunLedger } from "./run-ledger.ts";
import { signalsOfSkill } from "./skill-signals.ts";
import { takenNamesOf } from "./taken-names.ts";
import { utcDay, utcDayWindow } from "./utc-day.ts";

export interface RunContext {
  readonly deps: CuratorDeps;
  readonly model: AuxiliaryModel;
  readonly runId: string;
  readonly sessionId: string;
  readonly budget: BudgetRun;
  readonly ledger: RunLedger;
  readonly watch: LibraryWatch;
  readonly signal?: AbortSignal;
  /** Told before a call is tried again in so many ms, and with null after that wait. */
  readonly onWait?: (waitMs: number | null) => unknown;
}

/**
 * Judges one candidate and does what the verdict says: exactly one of an action, a recorded skip, or the end
 * of the run. Returns what a person is told about it.
 */
export async function runCandidate(run: RunContext, candidate: Candidate): Promise<string> {
  try {
    const objection = objectionTo(run, candidate);
    if (objection !== null) return skip(run, candidate, objection.kind, objection.message, ZERO_USD);
    const examined = examineCandidate(run.deps, run.watch.view, candidate);
    if (examined.kind === "changed")
      return skip(run, candidate, "changed-meanwhile", examined.message, ZERO_USD);
    const results: string[] = [];
    const parts = partsOf(run, candidate, examined.members);
    skipUngrouped(run, candidate, parts);
    for (const part of parts) {
      if (run.ledger.isOver) break;
      results.push(await judgeAndAct(run, part.candidate, part.members));
    }
    return results.join(", ");
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    run.ledger.errors += 1;
    return skip(run, candidate, "failed", error.message, ZERO_USD);
  }
}

function objectionTo(run: RunContext, candidate: Candidate): Objection | null {
  const touched = candidate.skills.find((name) => run.ledger.acted.has(name));
  if (touched !== undefined)
    return { kind: "changed-meanwhile", message: `${touched} was changed by this run` };
  return run.watch.findObjection(candidate);
}

interface Part {
  readonly candidate: Candidate;
  readonly members: readonly Member[];
}

/** A model may ask for a cluster in groups that are judged one by one (CONTRACTS 8.4). */
function partsOf(run: RunContext, candidate: Candidate, members: readonly Member[]): readonly Part[] {
  if (candidate.action !== "consolidate" || run.model.groups === undefined) return [{ candidate, members }];
  const dossier = candidateDossier(candidate, members, takenNamesOf(run.watch.view, run.ledger.acted));
  return run.model.groups({ purpose: "consolidate", dossier }).map((names) => ({
    candidate: narrowed(candidate, names),
    members: members.filter(({ snapshot }) => names.includes(snapshot.skill.name)),
  }));
}

/** What the model asks for in no group has no equal among the members. */
function skipUngrouped(run: RunContext, candidate: Candidate, parts: readonly Part[]): void {
  if (candidate.action !== "consolidate") return;
  const asked = new Set(parts.flatMap((part) => part.candidate.skills));
  const rest = candidate.skills.filter((name) => !asked.has(name));
  if (rest.length === 0) return;
  run.ledger.skip(narrowed(candidate, rest), "declined", "no other member says exactly the same", ZERO_USD);
}

async function judgeAndAct(
  run: RunContext,
  candidate: Candidate,
  members: readonly Member[],
): Promise<string> {
  const { ledger } = run;
  const dossier = candidateDossier(candidate, members, takenNamesOf(run.watch.view, run.ledger.acted));
  const judgement = await judgeCandidate(callContext(run, candidate), candidate, dossier, members);
  switch (judgement.kind) {
    case "stop":
      ledger.throttled = judgement.reason;
      return judgement.reason;
    case "failed":
      ledger.fail(judgement.message);
      return "failed";
    case "skip":
      if (judgement.errored !== null) ledger.answered(judgement.errored);
      return skip(run, candidate, judgement.skipKind, judgement.message, judgement.costUsd);
    case "confirmed":
      ledger.answered(false);
      return actSafely(run, candidate, members, judgement);
  }
}

/** What the judgement cost stays on record when the disk then fails. */
async function actSafely(
  run: RunContext,
  candidate: Candidate,
  members: readonly Member[],
  confirmed: Confirmed,
): Promise<string> {
  try {
    return await act(run, candidate, members, confirmed);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    run.ledger.errors += 1;
    return skip(run, candidate, "failed", error.message, confirmed.costUsd);
  }
}

async function act(
  run: RunContext,
  candidate: Candidate,
  members: readonly Member[],
  confirmed: Confirmed,
): Promise<string> {
  const { deps, watch } = run;
  const { fs, root, clock, config } = deps;
  const late = findLateChange(run, candidate);
  if (late !== null) return skip(run, candidate, late.kind, late.message, confirmed.costUsd);
  const proposal = proposeAction({
    fs,
    root,
    act: await actOf(run, candidate, confirmed),
    names: new ArchiveNames(fs, root, clock.nowUs()),
    candidate,
    members,
    confirmed,
    retentionMin: config.retention_min,
    signalsOf: (skill) => signalsOfSkill(deps, watch.view, skill),
  });
  if (proposal.kind === "refused") {
    return skip(run, candidate, proposal.skipKind, proposal.message, confirmed.costUsd);
  }
  return perform(run, candidate, proposal.plan, confirmed.costUsd);
}

/** The model took its time: what it judged, and what refers to it, must still be so (CONTRACTS 5). */
function findLateChange({ deps, watch }: RunContext, candidate: Candidate): Objection | null {
  const examined = examineCandidate(deps, watch.view, candidate);
  if (examined.kind === "changed") return { kind: "changed-meanwhile", message: examined.message };
  return watch.findObjection(candidate);
}

async function perform(
  run: RunContext,
  candidate: Candidate,
  plan: ActionPlan,
  costUsd: Usd,
): Promise<string> {
  const { deps, ledger } = run;
  const result = await performAction(deps, plan);
  switch (result.kind) {
    case "changed":
      return skip(run, candidate, "changed-meanwhile", result.message, costUsd);
    case "failed":
      if (result.unfinished || result.stage === "probe") ledger.fail(result.message);
      else ledger.errors += 1;
      return skip(run, candidate, "failed", result.message, costUsd);
    case "done":
      for (const name of result.left) {
        deps.logger.log("warning", `${name} changed while it was being merged and was left as it is`);
      }
      return recordAction(run, candidate, result.events);
  }
}

const RESULT_WORDS = { archive: "archived", consolidate: "merged", edit: "edited" } as const;

function recordAction(run: RunContext, candidate: Candidate, events: readonly EventEnvelope[]): string {
  const payloads = events.filter(({ type }) => type === "skill.curated").map(({ payload }) => payload);
  run.ledger.actions.push(...payloads);
  for (const payload of payloads) run.ledger.acted.add(String(payload["skill_id"]));
  const made = events.filter(({ type }) => type === "skill.created").map(skillOf);
  run.watch.acted(
    payloads.filter((one) => one["action"] === "archive").map((one) => String(one["skill_id"])),
    made,
  );
  return RESULT_WORDS[candidate.action];
}

function skillOf({ payload }: EventEnvelope): string {
  return String(payload["skill_id"]);
}

async function actOf(run: RunContext, candidate: Candidate, confirmed: Confirmed): Promise<Act> {
  const { deps, model, runId, sessionId } = run;
  const rationale = await redactRationale(confirmed.verdict.rationale, deps.config.redact, deps.secrets);
  return {
    root: deps.root,
    nowUs: deps.clock.nowUs(),
    runId,
    sessionId,
    curatorKind: "llm",
    model: model.id,
    costUsd: confirmed.costUsd,
    pricingVersion: model.free ? null : deps.prices.version,
    latencyMs: confirmed.latencyMs,
    rationale: rationale.text,
    rationaleRedacted: rationale.redacted || confirmed.rationaleRedacted,
    signals: { ...candidate.signals, origin: originOf(run, candidate), candidate_hash: candidate.hash },
    makeEvent: (draft) => makeValidEvent(deps, draft),
  };
}

function originOf({ watch }: RunContext, candidate: Candidate): string {
  const [first = ""] = candidate.skills;
  return getSkillHistory(watch.view.history, first).provenance.origin;
}

function callContext(run: RunContext, candidate: Candidate): CallContext {
  const { deps, model, runId, sessionId, signal, onWait } = run;
  return {
    deps,
    model,
    price: priceOf(deps, model),
    runId,
    sessionId,
    candidateHash: candidate.hash,
    budget: run.budget,
    book: run.ledger.book,
    countedDay: (atUs) => countedDay(run, atUs),
    ...(signal === undefined ? {} : { signal }),
    ...(onWait === undefined ? {} : { onWait }),
  };
}

/** A day that began inside the run is first lifted to what the trace says, rivals included (CONTRACTS 9.4). */
async function countedDay({ deps, budget, ledger }: RunContext, atUs: number): Promise<string> {
  const day = utcDay(atUs);
  if (ledger.countedDays.has(day)) return day;
  budget.raiseDay(day, await deps.trace.sumCuratorSpend(deps.root.key, utcDayWindow(atUs)));
  ledger.countedDays.add(day);
  return day;
}

function skip(run: RunContext, candidate: Candidate, kind: string, message: string, costUsd: Usd): string {
  run.ledger.skip(candidate, kind, message, costUsd);
  run.watch.stays(candidate);
  return kind;
}
