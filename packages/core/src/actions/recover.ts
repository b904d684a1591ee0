import { dirname, join } from "node:path";
import { FileSystemError } from "../ports/file-system.ts";
import { TraceError } from "../ports/trace-store.ts";
import { sweepSidecar } from "../roots/probe-sidecar.ts";
import { namesIn, removeTree, TEMP_PREFIX } from "../roots/tree/index.ts";
import type { ActionDeps } from "./action-deps.ts";
import {
  applyStep,
  ChangedMeanwhile,
  resumeStep,
  revertStep,
  StagingDamaged,
  type StepContext,
} from "./apply-step.ts";
import type { Intent } from "./intent.ts";
import { type FoundIntent, listIntents, removeIntent, setIntentAside, sweepStaging } from "./intent-store.ts";
import { placePath } from "./place.ts";
import { recordIntent } from "./record-intent.ts";
import { isOptional, type Step, type StepState } from "./step.ts";
import { contextSteps } from "./step-context.ts";
import { findTreeHash, stepState } from "./step-state.ts";

/** What recovery did; each line is for a person. */
export interface Recovery {
  readonly finished: readonly string[];
  readonly forgotten: readonly string[];
  /** Intents that fit nothing on disk: moved to `aside/`, nothing of them was touched. */
  readonly setAside: readonly string[];
  /** Set when unfinished work must not be touched now (another database, a disk or trace that fails). */
  readonly refused: string | null;
}

/**
 * Finishes or forgets every unfinished action of the root (CONTRACTS 7.6). Call under the root's lock.
 * A step landed: the rest is finished. None: forgotten. A state that fits neither: set aside.
 * Never throws for what the world does; `refused` says why nothing may start.
 */
export async function recoverIntents(deps: ActionDeps): Promise<Recovery> {
  const log = { finished: [] as string[], forgotten: [] as string[], setAside: [] as string[] };
  try {
    for (const found of listIntents(deps.fs, deps.root)) {
      const outcome = await recoverOne(deps, found);
      if (outcome.kind === "refused") return { ...log, refused: outcome.line };
      log[outcome.kind].push(outcome.line);
    }
    sweepStaging(deps.fs, deps.root);
    sweepSidecar(deps.fs, deps.root);
  } catch (error) {
    if (error instanceof FileSystemError || error instanceof TraceError)
      return { ...log, refused: error.message };
    throw error;
  }
  return { ...log, refused: null };
}

type OneOutcome = { readonly kind: "finished" | "forgotten" | "setAside" | "refused"; readonly line: string };

async function recoverOne(deps: ActionDeps, found: FoundIntent): Promise<OneOutcome> {
  const { intent, fileName } = found;
  if (intent === null || intent.rootKey !== deps.root.key)
    return aside(deps, fileName, "is not a readable record");
  const { path } = intent.trace;
  if (!(await isSameTrace(deps, intent))) {
    const line = `unfinished "${intent.label}" belongs to the trace ${path}; give that database with --db-path`;
    return { kind: "refused", line };
  }
  if (await eventsLanded(deps, intent)) return finish(deps, intent, new Set());
  return recoverDisk(deps, intent, fileName);
}

/** The newest event of then is there; where there was none, the path has to be the same (CONTRACTS 7.6). */
async function isSameTrace({ trace }: ActionDeps, { trace: then }: Intent): Promise<boolean> {
  if (then.newestEventId !== null) return trace.has(then.newestEventId);
  return (await trace.info()).path === then.path;
}

async function eventsLanded(deps: ActionDeps, intent: Intent): Promise<boolean> {
  for (const { event } of intent.events) if (await deps.trace.has(event.id)) return true;
  return false;
}

async function recoverDisk(deps: ActionDeps, intent: Intent, fileName: string): Promise<OneOutcome> {
  const steps = contextSteps(deps, intent);
  for (const { context, step } of steps) putBackChangedMove(context, step);
  const states = steps.map(({ context, step }) => startedState(context, step));
  if (steps.some(({ step, index }) => states[index] === "foreign" && !isOptional(step))) {
    return aside(deps, fileName, `("${intent.label}") fits nothing on disk`);
  }
  if (!states.includes("landed")) return forget(deps, intent);
  const leftSteps = new Set<number>();
  try {
    for (const { context, step, index } of steps) {
      if (!finishStep(context, step, states[index] ?? "foreign")) leftSteps.add(index);
    }
  } catch (error) {
    if (error instanceof StagingDamaged)
      return aside(deps, fileName, `("${intent.label}") lost its staged bytes`);
    throw error;
  }
  return finish(deps, intent, leftSteps);
}

/** Killed between a move and its check: what arrived is not what was planned, so it goes back. */
function putBackChangedMove(context: StepContext, step: Step): void {
  if (step.kind !== "move-tree") return;
  const arrived = findTreeHash(context.fs, context.root, step.to);
  if (arrived === null || arrived === step.hash) return;
  if (findTreeHash(context.fs, context.root, step.from) === null) revertStep(context, step);
}

/** As `stepState`, but a move that was cut half way is carried to its end first. */
function startedState(context: StepContext, step: Step): StepState {
  try {
    resumeStep(context, step);
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
  }
  return stepState(context.fs, context.root, step);
}

/** False when an optional step has to be left. Disk errors of required steps are thrown: recovery tries again. */
function finishStep(context: StepContext, step: Step, state: StepState): boolean {
  if (state === "landed") return true;
  if (state === "foreign") return false;
  try {
    applyStep(context, step);
    return true;
  } catch (error) {
    const canBeLeft = error instanceof ChangedMeanwhile || error instanceof FileSystemError;
    if (canBeLeft && isOptional(step)) return false;
    throw error;
  }
}

async function finish(deps: ActionDeps, intent: Intent, leftSteps: ReadonlySet<number>): Promise<OneOutcome> {
  sweepBeside(deps, intent);
  const result = await recordIntent(deps, intent, leftSteps);
  if (result.kind === "done") return { kind: "finished", line: intent.label };
  return { kind: "refused", line: `cannot finish "${intent.label}": ${result.message}` };
}

function forget(deps: ActionDeps, intent: Intent): OneOutcome {
  sweepBeside(deps, intent);
  removeIntent(deps.fs, deps.root, intent.id);
  return { kind: "forgotten", line: intent.label };
}

/** Removes the temporary copies of this intent beside its targets; an agent that is saving has some of its own. */
function sweepBeside({ fs, root }: ActionDeps, intent: Intent): void {
  const directories = intent.steps.flatMap((step) =>
    (step.kind === "move-tree" ? [step.from, step.to] : [step.place]).map((place) =>
      dirname(placePath(root, place)),
    ),
  );
  for (const directory of new Set(directories)) {
    for (const name of namesIn(fs, directory)) {
      if (name.startsWith(TEMP_PREFIX) && name.includes(intent.id)) removeTree(fs, join(directory, name));
    }
  }
}

function aside(deps: ActionDeps, fileName: string, why: string): OneOutcome {
  const target = setIntentAside(deps.fs, deps.root, fileName);
  deps.logger.log("warning", `the unfinished action ${fileName} ${why}; kept as ${target}`);
  return { kind: "setAside", line: `${fileName} ${why}; kept as ${target}` };
}
