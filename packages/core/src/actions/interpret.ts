import { FileSystemError } from "../ports/file-system.ts";
import { lockPath } from "../roots/lock-path.ts";
import { probeSidecar } from "../roots/probe-sidecar.ts";
import type { ActionDeps } from "./action-deps.ts";
import type { ActionPlan } from "./action-plan.ts";
import { type ActionResult, failed, messageOf } from "./action-result.ts";
import {
  type Aftermath,
  aftermathOf,
  applyStep,
  ChangedMeanwhile,
  revertStep,
  type StepContext,
} from "./apply-step.ts";
import type { Intent } from "./intent.ts";
import { removeIntent, stageSteps, writeIntent } from "./intent-store.ts";
import { recordIntent } from "./record-intent.ts";
import { isOptional, type Step } from "./step.ts";
import { type ContextStep, contextSteps } from "./step-context.ts";
import { findTreeHash, stepState } from "./step-state.ts";

/**
 * Applies one planned action: probe the trace (and the sidecar, where the disk is to change), write the intent,
 * change the disk, record the events, update the sidecar, forget the intent (CONTRACTS 7.6). Call under the root's lock, after recovery. Killed at any
 * call, `recoverIntents` finishes or forgets it. Never throws for what the world does: a full disk, a lost
 * permission, a locked trace and a changed skill are results.
 */
export async function performAction(deps: ActionDeps, plan: ActionPlan): Promise<ActionResult> {
  try {
    await deps.trace.probe();
    if (plan.steps.length > 0) {
      refuseLostLock(deps);
      probeSidecar(deps.fs, deps.root);
    }
  } catch (error) {
    return failed("probe", error);
  }
  const begun = await begin(deps, plan);
  if (begun.kind !== "begun") return begun.result;
  const disk = changeDisk(contextSteps(deps, begun.intent));
  if (disk.kind === "changed-disk") return recordIntent(deps, begun.intent, disk.leftSteps);
  if (disk.clean && forget(deps, begun.intent)) return disk.result;
  return disk.result.kind === "failed" ? { ...disk.result, unfinished: true } : disk.result;
}

/** Without its lock a run may have a rival: what is begun is finished and recorded, and nothing more is moved. */
function refuseLostLock({ lock, root }: ActionDeps): void {
  const path = lockPath(root);
  if (lock?.isIntact?.(path) === false) throw new FileSystemError("busy", "keep the lock", path);
}

type Begun =
  | { readonly kind: "begun"; readonly intent: Intent }
  | { readonly kind: "not-begun"; readonly result: ActionResult };

async function begin(deps: ActionDeps, plan: ActionPlan): Promise<Begun> {
  const { fs, root } = deps;
  const id = deps.ids.next();
  try {
    const stranger = plan.guards.find((guard) => findTreeHash(fs, root, guard.place) !== guard.hash);
    if (stranger !== undefined) return { kind: "not-begun", result: changed(stranger.skill) };
    const info = await deps.trace.info();
    const intent: Intent = {
      version: 1,
      id,
      rootKey: root.key,
      label: plan.label,
      trace: { path: info.path, newestEventId: info.newestEventId },
      steps: stageSteps(fs, root, id, plan.steps),
      events: plan.events,
    };
    writeIntent(fs, root, intent);
    return { kind: "begun", intent };
  } catch (error) {
    return { kind: "not-begun", result: failed("intent", error) };
  }
}

type DiskResult =
  | { readonly kind: "changed-disk"; readonly leftSteps: ReadonlySet<number> }
  /** `clean`: the disk is as before, the intent may be forgotten. */
  | { readonly kind: "stopped"; readonly clean: boolean; readonly result: ActionResult };

function changeDisk(steps: readonly ContextStep[]): DiskResult {
  const leftSteps = new Set<number>();
  for (const { step, index, context } of steps) {
    const problem = attempt(context, step);
    if (problem === null) continue;
    const aftermath = problem.kind === "changed" ? "changed" : findAftermath(context, step);
    if (isOptional(step)) {
      // What somebody else changed is left for good; what the disk refused is the next run's to finish.
      if (aftermath !== "changed") return { kind: "stopped", clean: false, result: problem };
      leftSteps.add(index);
      continue;
    }
    const clean = aftermath !== "partial" && revert(steps.slice(0, index), leftSteps);
    return { kind: "stopped", clean, result: aftermath === "changed" ? changed(nameOf(step)) : problem };
  }
  return { kind: "changed-disk", leftSteps };
}

function findAftermath(context: StepContext, step: Step): Aftermath {
  try {
    return aftermathOf(context, step);
  } catch (error) {
    if (error instanceof FileSystemError) return "partial";
    throw error;
  }
}

function attempt(context: StepContext, step: Step): ActionResult | null {
  try {
    if (stepState(context.fs, context.root, step) !== "pending") return changed(nameOf(step));
    applyStep(context, step);
    return null;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return { kind: "changed", message: error.message };
    return failed("disk", error);
  }
}

/** True when every landed step could be taken back. */
function revert(landed: readonly ContextStep[], leftSteps: ReadonlySet<number>): boolean {
  try {
    for (const { step, index, context } of landed.toReversed()) {
      if (!leftSteps.has(index)) revertStep(context, step);
    }
    return true;
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}

function forget(deps: ActionDeps, intent: Intent): boolean {
  try {
    removeIntent(deps.fs, deps.root, intent.id);
    return true;
  } catch (error) {
    deps.logger.log("warning", `could not remove the record of ${intent.label}: ${messageOf(error)}`);
    return false;
  }
}

function changed(name: string): ActionResult {
  return { kind: "changed", message: `${name} changed since it was examined; left as it is` };
}

function nameOf(step: Step): string {
  return step.kind === "move-tree" ? step.skill : step.place.path;
}
