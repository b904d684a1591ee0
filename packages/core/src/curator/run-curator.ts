import { performAction } from "../actions/index.ts";
import { configSnapshot } from "../config/index.ts";
import { type BudgetTracker, findPrice } from "../money/index.ts";
import type { AuxiliaryModel } from "../ports/auxiliary-model.ts";
import { FileSystemError } from "../ports/file-system.ts";
import { TraceError } from "../ports/trace-store.ts";
import { factsFromHistory, writeFacts } from "../roots/index.ts";
import type { Candidate, Selection } from "../selection/candidate.ts";
import { costsMoney, priceOf } from "./call-context.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { isDue } from "./due.ts";
import { noteFirstSight } from "./first-sight.ts";
import { type LibraryView, readLibraryView, selectFrom } from "./library-view.ts";
import { LibraryWatch } from "./library-watch.ts";
import { makeValidEvent } from "./make-valid-event.ts";
import { planLimit } from "./plan-limit.ts";
import { isPreviewed } from "./preview-mark.ts";
import { actionFailed, done, failure, misused, refused } from "./refusals.ts";
import { ownershipNotices, viewNotices } from "./reports/notices.ts";
import { type RunContext, runCandidate } from "./run-candidate.ts";
import { type Gate, runGate } from "./run-gates.ts";
import { RunLedger } from "./run-ledger.ts";
import { type Finished, finishedPayload, runReport } from "./run-report.ts";
import type { Outcome, RunOptions, RunReport } from "./skill-curator.ts";
import { utcDay, utcDayWindow } from "./utc-day.ts";
import { type HeldRoot, withRoot } from "./with-root.ts";

const RUN_LOCK_WAIT_MS = 0;

/**
 * Runs the curator once on its root (CONTRACTS 10, S1 6): gates, selection, one verdict and at most one action
 * per candidate, and a complete record. Refusals: no preview, no usable model or price (exit 2), disabled,
 * locked, no trace, damaged state (exit 3), a trace that cannot be written (exit 1). A gate that is shut comes
 * before the model: it is recorded with or without a key (CONTRACTS 10.2, 10.3).
 */
export async function runCurator(
  deps: CuratorDeps,
  budget: BudgetTracker,
  options: RunOptions,
): Promise<Outcome<RunReport>> {
  const { plan } = options;
  if (plan !== undefined && plan.root !== deps.root.key) {
    return misused("wrong-root", `the plan was made for ${plan.root}, this is ${deps.root.key}`);
  }
  if (deps.isTraceAbsent()) {
    const message = `no trace at ${(await deps.trace.info()).path}: nothing is known about these skills; adopt some with ${deps.commandLine} adopt <skill>, or give a database with --db-path`;
    return refused("no-trace", message);
  }
  const attended = options.trigger === "explicit_cli";
  return withRoot(deps, { waitMs: RUN_LOCK_WAIT_MS, attended }, (held) =>
    runHeld({ deps, budget, options, held, attended }),
  );
}

interface Start {
  readonly deps: CuratorDeps;
  readonly budget: BudgetTracker;
  readonly options: RunOptions;
  readonly held: HeldRoot;
  readonly attended: boolean;
}

function usableModel({ model, prices }: CuratorDeps): Outcome<AuxiliaryModel> {
  if (model.kind === "none") return misused("no-model", model.message);
  if (!model.model.free && findPrice(prices, model.model.id) === null) {
    const message = `model ${model.model.id} has no price; add curator.prices."${model.model.id}" {input, output} in USD per million tokens`;
    return misused("no-price", message);
  }
  return done(model.model);
}

async function runHeld(start: Start): Promise<Outcome<RunReport>> {
  const { deps, options, held } = start;
  const gate = gateOf(start);
  if (gate.kind === "refuse") return failure(gate.refusal);
  const model = usableModel(deps);
  if (gate.kind === "go" && !model.ok) return model;
  const runId = deps.ids.next();
  const sessionId = options.sessionId ?? runId;
  const startedMs = deps.clock.monotonicMs();
  const selection = selectFrom(deps, held.view, start.attended);
  const limited = planLimit(selection.candidates, options.plan);
  const ledger = new RunLedger();
  ledger.skips.push(...limited.changed);
  const recorded = gate.kind === "record" ? [] : limited.candidates;
  try {
    if (gate.kind === "record" && gate.reason === "interval_not_elapsed" && isFirstSight(start))
      noteFirstSight(deps, held.view);
    await recordStart(start, runId, sessionId, recorded.length);
    if (gate.kind === "record") ledger.throttled = gate.reason;
    else if (model.ok) await runCandidates(start, model.value, runId, sessionId, recorded, ledger);
    const finished = finish(start, runId, startedMs, selection, recorded, ledger);
    await recordEnd(start, sessionId, finished);
    if (gate.kind === "record" && gate.refusal !== null) return failure(gate.refusal);
    return done(runReport(finished, selection, noticesOf(start, selection)));
  } catch (error) {
    if (error instanceof FileSystemError) return actionFailed("failed", error.message);
    if (!(error instanceof TraceError)) throw error;
    return actionFailed("trace", `the trace could not record the run: ${error.message}`);
  }
}

function gateOf({ deps, options, held }: Start): Gate {
  const { view } = held;
  return runGate(options, {
    enabledInConfig: deps.config.enabled,
    disabled: view.sidecar.disabled === true,
    paused: view.history.paused || (view.sidecar.paused_at_iso ?? null) !== null,
    previewed: isPreviewed(deps.fs, deps.root, view),
    neverCurated: view.history.lastCurationAtUs === null,
    intervalElapsed: isDue(view.history.lastCurationAtUs, deps.config, view.nowUs),
    commandLine: deps.commandLine,
  });
}

/** The clock of the first unattended run starts here; an off root stays unseen. */
function isFirstSight({ attended, held }: Start): boolean {
  return !attended && held.view.history.lastCurationAtUs === null;
}

async function recordStart(
  start: Start,
  runId: string,
  sessionId: string,
  candidates: number,
): Promise<void> {
  const { deps, options } = start;
  const event = makeValidEvent(deps, {
    type: "curator.run_started",
    sessionId,
    payload: {
      root: deps.root.key,
      curator_run_id: runId,
      source: deps.root.scope,
      trigger: options.trigger,
      candidates_considered: candidates,
      config_snapshot: configSnapshot(deps.config),
    },
  });
  await deps.trace.append([event], "full");
  await deps.announce([event]);
}

async function runCandidates(
  start: Start,
  model: AuxiliaryModel,
  runId: string,
  sessionId: string,
  candidates: readonly Candidate[],
  ledger: RunLedger,
): Promise<void> {
  const { deps, options, held } = start;
  const nowUs = deps.clock.nowUs();
  const day = utcDay(nowUs);
  const budget = start.budget.beginRun(
    { domain: "curator", scope: deps.root.key },
    {
      perRunCapUsd: deps.config.per_run_max_usd,
      perDayCapUsd: deps.config.per_day_max_usd,
      day,
      daySpentUsd: await deps.trace.sumCuratorSpend(deps.root.key, utcDayWindow(nowUs)),
    },
  );
  ledger.countedDays.add(day);
  if (costsMoney(priceOf(deps, model)) && budget.isDayCapReached(day)) {
    ledger.throttled = "per_day_cap";
    return;
  }
  const run: RunContext = {
    deps,
    model,
    runId,
    sessionId,
    budget,
    ledger,
    watch: new LibraryWatch(deps, held.view, candidates, start.attended),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
  for (const [index, candidate] of candidates.entries()) {
    if (options.signal?.aborted === true) ledger.endedEarly = "interrupted";
    if (ledger.isOver) return;
    const progress = { index, total: candidates.length, action: candidate.action, skills: candidate.skills };
    await options.onProgress?.({ ...progress, result: null, spendUsd: ledger.spendUsd });
    const onWait = (waitMs: number | null) =>
      options.onProgress?.({
        ...progress,
        result: null,
        spendUsd: ledger.spendUsd,
        ...(waitMs === null ? {} : { retryInMs: waitMs }),
      });
    const result = await runCandidate({ ...run, onWait }, candidate);
    await options.onProgress?.({ ...progress, result, spendUsd: ledger.spendUsd });
  }
  if (options.signal?.aborted === true && !ledger.isOver) ledger.endedEarly = "interrupted";
}

function finish(
  { deps }: Start,
  runId: string,
  startedMs: number,
  selection: Selection,
  candidates: readonly Candidate[],
  ledger: RunLedger,
): Finished {
  return {
    runId,
    source: deps.root.scope,
    rootKey: deps.root.key,
    throttledReason: ledger.throttled ?? (candidates.length === 0 ? "no_candidates" : "completed"),
    ledger,
    durationMs: Math.round(deps.clock.monotonicMs() - startedMs),
    truncated: selection.truncated,
    candidates,
  };
}

/** The end of a run is an intent of its own: the sidecar's `last_curation_at` follows the event even after a crash. */
async function recordEnd({ deps, held }: Start, sessionId: string, finished: Finished): Promise<void> {
  const event = makeValidEvent(deps, {
    type: "curator.run_finished",
    sessionId,
    payload: finishedPayload(finished),
  });
  const result = await performAction(deps, {
    label: `end of run ${finished.runId}`,
    guards: [],
    steps: [],
    events: [{ event, step: null }],
  });
  if (result.kind === "failed") {
    if (result.stage !== "sidecar") throw new TraceError("io", result.message);
    // The run is on record, and an intent is left: the sidecar alone is behind.
    const { sidecarPath } = deps.root;
    deps.logger.log("warning", `${sidecarPath} is behind until the next command: ${result.message}`);
  }
  await rememberFacts(deps, held.view);
  const { ledger } = finished;
  deps.runLog.append(
    `${deps.root.key} run ${finished.runId} ${finished.throttledReason}${ledger.endedEarly === null ? "" : ` (${ledger.endedEarly})`}: ` +
      `${ledger.actions.length} actions, ${ledger.skips.length} skips, ${ledger.errors} errors, $${ledger.spendUsd}, ${finished.durationMs} ms`,
  );
}

/** `facts.json` stands in where the trace is pruned later (CONTRACTS 4.7); a run does not fail for it. */
async function rememberFacts(deps: CuratorDeps, before: LibraryView): Promise<void> {
  try {
    const now = await readLibraryView(deps);
    const history = now.ok ? now.value.history : before.history;
    writeFacts(deps.fs, deps.root, factsFromHistory(history, deps.clock.nowUs(), before.facts));
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    deps.logger.log("warning", `could not write facts.json: ${error.message}`);
  }
}

function noticesOf({ held, deps }: Start, selection: Selection): readonly string[] {
  const guarded =
    selection.massGuarded === 0
      ? []
      : [
          `needs-preview: ${selection.massGuarded} skills would be archived at once and were left alone; look with ${deps.commandLine} --dry-run, then run it yourself`,
        ];
  return [...held.notices, ...viewNotices(deps, held.view), ...guarded, ...ownershipNotices(deps, selection)];
}
