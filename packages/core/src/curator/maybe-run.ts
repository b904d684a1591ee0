import type { BudgetTracker } from "../money/index.ts";
import { FileSystemError } from "../ports/file-system.ts";
import { type ReadSidecar, readFacts } from "../roots/index.ts";
import { believableUs, usFromIso } from "../trace/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { isDue } from "./due.ts";
import { noteFirstSight } from "./first-sight.ts";
import { done } from "./refusals.ts";
import { runCurator } from "./run-curator.ts";
import type { Outcome, RunReport } from "./skill-curator.ts";
import { withRoot } from "./with-root.ts";

/**
 * The due check at a session's end (CONTRACTS 10.1): runs when the curator is enabled, not paused and the
 * interval has passed; otherwise returns null without an event. A root that was never curated only notes the
 * time: its first run comes one interval later. Never throws: a failure is a warning in the log. `readState` may
 * remember `state.json`: what says that a run is due is read anew, under the lock.
 */
export async function maybeRunCurator(
  deps: CuratorDeps,
  budget: BudgetTracker,
  sessionId: string,
  readState: () => ReadSidecar,
): Promise<RunReport | null> {
  try {
    if (!deps.config.enabled || !mayBeDue(deps, readState) || !hasSkills(deps) || deps.isTraceAbsent())
      return null;
    if (deps.model.kind === "none") {
      deps.logger.log("warning", `no curator run: ${deps.model.message}`);
      return null;
    }
    const started = await checkDue(deps);
    if (!started.ok || started.value === "waits") {
      if (!started.ok) deps.logger.log("warning", `no curator run: ${started.refusal.message}`);
      return null;
    }
    const report = await runCurator(deps, budget, { trigger: "session_ended", sessionId });
    if (report.ok) return report.value;
    deps.logger.log("warning", `no curator run: ${report.refusal.message}`);
    return null;
  } catch (error) {
    deps.logger.log("error", `the curator failed at the session's end: ${String(error)}`);
    return null;
  }
}

/** The cheap answer, from two small files: false when something forbids a run or says it was done lately. */
function mayBeDue(deps: CuratorDeps, readState: () => ReadSidecar): boolean {
  const nowUs = deps.clock.nowUs();
  const found = readState();
  if (found.kind === "state") {
    const { disabled, paused_at_iso, last_curation_at_iso } = found.state;
    if (disabled === true || (paused_at_iso ?? null) !== null) return false;
    const lastUs = believableUs(usFromIso(last_curation_at_iso ?? ""), nowUs);
    if (!isDue(lastUs, deps.config, nowUs)) return false;
  }
  const facts = readFacts(deps.fs, deps.root);
  if (facts.kind !== "facts") return true;
  return isDue(believableUs(facts.facts.last_curation_at_us, nowUs), deps.config, nowUs);
}

/** Nothing is written where there is no skills directory (CONTRACTS 2). */
function hasSkills({ fs, root }: CuratorDeps): boolean {
  try {
    return fs.stat(root.skillsDir).kind === "directory";
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}

/** Under the lock: is it really due, by the trusted records; a first sight is written down and waits. */
function checkDue(deps: CuratorDeps): Promise<Outcome<"waits" | "due">> {
  return withRoot(deps, { waitMs: 0, attended: false }, async ({ view }) => {
    const { lastCurationAtUs, paused } = view.history;
    if (lastCurationAtUs === null) {
      noteFirstSight(deps, view);
      return done("waits");
    }
    return done(isDue(lastCurationAtUs, deps.config, view.nowUs) && !paused ? "due" : "waits");
  });
}
