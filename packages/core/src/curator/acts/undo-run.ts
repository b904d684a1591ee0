import type { EventEnvelope } from "../../events/envelope.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { loadRootSkills } from "../../skills/index.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { LibraryView } from "../library-view.ts";
import { actionFailed, done, misused } from "../refusals.ts";
import { countUnfinished } from "../reports/notices.ts";
import type { ActReport, Outcome, UndoReport } from "../skill-curator.ts";
import { ACT_LOCK_WAIT_MS, withRoot } from "../with-root.ts";
import { undoAct } from "./undo-act.ts";
import { isAppliedDescription, undoDescription } from "./undo-description.ts";

const NOT_REACHED = "not tried: an act before it is unfinished; undo the run again once that can be finished";
/** Shorter prefixes of a run id are refused: they are too easily another one's. */
const RUN_ID_PREFIX_MIN = 6;

/**
 * Reverses the actions of one run or manual act, newest first (CONTRACTS 7.7). Takes a run id or a unique
 * prefix of it. What was changed since is left and reported. Refusals: `unknown-run`, and those of `withRoot`.
 */
export function undoRun(deps: CuratorDeps, runId: string): Promise<Outcome<UndoReport>> {
  return withRoot(deps, { waitMs: ACT_LOCK_WAIT_MS, attended: true }, async ({ view }) => {
    const found = findRun(view, runId);
    if (found === null) {
      return misused("unknown-run", `no run ${runId} with actions here; see ${deps.commandLine} history`);
    }
    const own = deps.ids.next();
    const report: { undone: ActReport[]; left: UndoReport["left"][number][] } = { undone: [], left: [] };
    let stopped: Outcome<never> | null = null;
    for (const event of found.acts.toReversed()) {
      const skill = String(event.payload["skill_id"]);
      const outcome = stopped ?? (await undoOne(deps, withSkill(deps, view, skill), event, own));
      const action = String(event.payload["action"] ?? event.payload["reason"]);
      if (outcome.ok) report.undone.push(outcome.value);
      else report.left.push({ skill, action, message: outcome.refusal.message });
      // What the disk or the trace refused may be half done: it is to be settled before anything else.
      if (!outcome.ok && countUnfinished(deps) > 0) stopped ??= actionFailed("not-reached", NOT_REACHED);
    }
    return done({ run_id: found.runId, ...report });
  });
}

/** The trace was read once for all: what an undo adds to it says nothing of the other acts of the run. */
async function undoOne(
  deps: CuratorDeps,
  view: LibraryView,
  event: EventEnvelope,
  runId: string,
): Promise<Outcome<ActReport>> {
  try {
    return isAppliedDescription(event)
      ? await undoDescription(deps, view, event, runId)
      : await undoAct(deps, view, event, runId);
  } catch (error) {
    if (error instanceof FileSystemError) return actionFailed("failed", error.message);
    throw error;
  }
}

/** An undo looks at the skill of its own act alone: that one as it is now, the others as the command found them. */
function withSkill({ fs, root }: CuratorDeps, view: LibraryView, wanted: string): LibraryView {
  const { skills } = loadRootSkills(fs, root, { only: wanted });
  const others = view.library.skills.filter(({ name }) => name !== wanted);
  return { ...view, library: { ...view.library, skills: [...others, ...skills] } };
}

interface FoundRun {
  readonly runId: string;
  /** In the order they were done; those already undone are left out. */
  readonly acts: readonly EventEnvelope[];
}

function findRun({ history }: LibraryView, wanted: string): FoundRun | null {
  const acts = history.acts.filter((event) => event.type === "skill.curated" || isAppliedDescription(event));
  const ids = [...new Set(acts.map(({ payload }) => String(payload["curator_run_id"])))];
  const matching = ids.filter((id) => id === wanted || isPrefix(wanted, id));
  const runId = ids.includes(wanted) ? wanted : matching.length === 1 ? matching[0] : undefined;
  if (runId === undefined) return null;
  const undone = new Set(acts.map(({ payload }) => signal(payload, "undoes")));
  return {
    runId,
    acts: acts.filter(({ id, payload }) => payload["curator_run_id"] === runId && !undone.has(id)),
  };
}

function isPrefix(prefix: string, id: string): boolean {
  return prefix.length >= RUN_ID_PREFIX_MIN && id.startsWith(prefix.toUpperCase());
}

function signal(payload: EventEnvelope["payload"], key: string): unknown {
  const signals = payload["signals"];
  return typeof signals === "object" && signals !== null
    ? (signals as Record<string, unknown>)[key]
    : undefined;
}
