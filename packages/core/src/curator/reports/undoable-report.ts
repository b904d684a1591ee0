import type { EventEnvelope } from "../../events/envelope.ts";
import { isoFromUs } from "../../trace/index.ts";
import { curatedAction, eventSignals, payloadText } from "../../trace/payload.ts";
import { archivesOf } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import { readLibraryView } from "../library-view.ts";
import { done } from "../refusals.ts";
import type { Outcome } from "../skill-curator.ts";

/** A run, or an act by hand, of which something is left to undo. */
export interface UndoableRun {
  readonly run_id: string;
  /** When the newest action that is left was done. */
  readonly at: string;
  /** What is left, by kind: archive, consolidate, edit. */
  readonly actions_by_type: Readonly<Record<string, number>>;
}

const UNDOABLE: ReadonlySet<string> = new Set(["archive", "consolidate", "edit"]);

/**
 * What `undo` would still find, newest first: neither undone, nor
 * with an archive or snapshot that was put back or is gone. Whether
 * somebody changed a skill since is not looked at. Refusals as `readLibraryView`.
 */
export async function undoableReport(deps: CuratorDeps): Promise<Outcome<readonly UndoableRun[]>> {
  const read = await readLibraryView(deps);
  if (!read.ok) return read;
  const view = read.value;
  const { acts } = view.history;
  const undone = new Set(acts.map((event) => payloadText(eventSignals(event), "undoes")));
  const present = new Set(
    archivesOf(deps, view).flatMap((archive) => (archive.present ? [archive.record.id] : [])),
  );
  const runs = new Map<string, UndoableRun>();
  for (const event of acts.toReversed()) {
    const runId = payloadText(event.payload, "curator_run_id");
    const action = curatedAction(event) ?? "";
    if (runId === null || !UNDOABLE.has(action) || undone.has(event.id)) continue;
    const needed = neededArchive(event, action);
    if (needed !== null && !present.has(needed)) continue;
    const run = runs.get(runId) ?? { run_id: runId, at: isoFromUs(event.timestampUs), actions_by_type: {} };
    const count = (run.actions_by_type[action] ?? 0) + 1;
    runs.set(runId, { ...run, actions_by_type: { ...run.actions_by_type, [action]: count } });
  }
  return done([...runs.values()]);
}

/**
 * What an undo puts back: the archive, or the snapshot of the file before. Null for a merge that left the survivor's
 * file alone. Events of other programs name the directory alone.
 */
function neededArchive(event: EventEnvelope, action: string): string | null {
  const signals = eventSignals(event);
  if (action === "consolidate") {
    const snapshot = payloadText(signals, "snapshot_path");
    return snapshot === null ? null : lastSegment(snapshot);
  }
  return payloadText(signals, "archive_id") ?? lastSegment(payloadText(event.payload, "archive_path") ?? "");
}

function lastSegment(path: string): string {
  return (
    path
      .split("/")
      .filter((segment) => segment !== "")
      .at(-1) ?? ""
  );
}
