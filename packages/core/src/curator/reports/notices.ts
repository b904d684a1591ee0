import { listIntents } from "../../actions/index.ts";
import { findJournal } from "../../backup/index.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import type { Selection } from "../../selection/candidate.ts";
import { believableUs, usFromIso } from "../../trace/index.ts";
import { actCommand } from "../act-command.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { LibraryView } from "../library-view.ts";

export interface Unfinished {
  /** Actions that a killed run left for the next one. */
  readonly count: number;
  /** Why they cannot be counted; null when they can. */
  readonly problem: string | null;
}

/** Looks for unfinished actions; reading commands never recover them (CONTRACTS 7.6). */
export function findUnfinished({ fs, root }: CuratorDeps): Unfinished {
  try {
    const restores = findJournal(fs, root).kind === "none" ? 0 : 1;
    return { count: listIntents(fs, root).length + restores, problem: null };
  } catch (error) {
    if (error instanceof FileSystemError) return { count: 0, problem: error.message };
    throw error;
  }
}

export function countUnfinished(deps: CuratorDeps): number {
  return findUnfinished(deps).count;
}

/** What a person should know about the ground a report stands on; one line each. */
export function viewNotices(deps: CuratorDeps, view: LibraryView): readonly string[] {
  const { history, sidecarFound } = view;
  const { count: unfinished, problem } = findUnfinished(deps);
  return [
    ...(view.unreadReferences.length === 0
      ? []
      : [
          `reference files that cannot be read: ${view.unreadReferences.slice(0, 5).join(", ")}; they may name any skill, so none is archived or absorbed`,
        ]),
    ...(unfinished === 0
      ? []
      : [`${plural(unfinished, "unfinished action")}: the next run or act recovers it`]),
    ...(problem === null ? [] : [`whether an action is unfinished cannot be told: ${problem}`]),
    ...(sidecarFound.kind === "rebuilt" && sidecarFound.corrupt !== null
      ? [`state.json is damaged (${sidecarFound.corrupt}); the next run of yours rebuilds it from the trace`]
      : []),
    ...(deps.isTraceAbsent()
      ? ["there is no trace yet: nothing is known about these skills, so none is touched"]
      : []),
    ...(history.pruned === true
      ? ["trace-pruned: old events are gone; what was remembered stands in, the rest is left alone"]
      : []),
    ...(history.brokenRows === 0
      ? []
      : [`${plural(history.brokenRows, "event row")} of the trace cannot be read and was skipped`]),
    ...futureCuration(view),
    ...(history.clockSkewed.length === 0
      ? []
      : [
          `clock-skew: events ahead of the clock for ${history.clockSkewed.join(", ")}; they do not count as use`,
        ]),
  ];
}

/** A run under a wrong clock leaves a date that holds nothing back (CONTRACTS 4.6), but is worth a word. */
function futureCuration({ sidecar, nowUs }: LibraryView): readonly string[] {
  const lastIso = sidecar.last_curation_at_iso;
  const lastUs = usFromIso(lastIso ?? "");
  if (lastUs === null || believableUs(lastUs, nowUs) !== null) return [];
  return [
    `clock-skew: state.json says last curated ${lastIso}, ahead of the clock; that date does not count`,
  ];
}

/** How many skills are a person's, and the command that hands one over (CONTRACTS 10.7). */
export function ownershipNotices(deps: CuratorDeps, selection: Selection): readonly string[] {
  const count = (reason: string) => selection.leftAlone.filter((left) => left.reason === reason).length;
  const manual = selection.leftAlone.filter(({ reason }) => reason === "manual");
  const edited = count("hand-edited");
  const [first] = manual;
  return [
    ...(first === undefined
      ? []
      : [
          `${plural(manual.length, "manual skill")}: a person's, never touched; see why with ${actCommand(deps, "explain", first.skill)}, hand one over with ${deps.commandLine} adopt <skill>, preview adopting all with ${deps.commandLine} adopt "*" --dry-run`,
        ]),
    ...(edited === 0
      ? []
      : [
          `${plural(edited, "hand-edited skill")}: left alone; to take the present text as the new start, ${deps.commandLine} adopt <skill>`,
        ]),
    ...uncoveredNotice(selection),
  ];
}

/** What keeps a whole library from being curated is worth a line (CONTRACTS 14). */
function uncoveredNotice(selection: Selection): readonly string[] {
  const uncovered = selection.leftAlone.filter(({ reason }) => reason === "uncovered-runtime");
  const [first] = uncovered;
  if (first === undefined) return [];
  const why = first.detail === undefined ? "" : `: ${first.detail}`;
  return [
    `uncovered-runtime: ${plural(uncovered.length, "skill")} kept${why}; watch it with metis-curate init --runtime <name>, or metis-curate import <name>`,
  ];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
