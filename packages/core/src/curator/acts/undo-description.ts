import * as v from "valibot";
import { planRestoreFile, takeSnapshot } from "../../actions/index.ts";
import { hashBytes } from "../../actions/step-state.ts";
import type { EventEnvelope } from "../../events/envelope.ts";
import { APPLY_DESCRIPTION_REASON } from "../../roots/index.ts";
import { archivesOf } from "../archive-records.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { LibraryView } from "../library-view.ts";
import { refused } from "../refusals.ts";
import type { ActReport, Outcome } from "../skill-curator.ts";
import { readEarlierFile } from "./earlier-file.ts";
import { manualAct, performAct } from "./manual-act.ts";

const appliedSchema = v.object({
  skill_id: v.string(),
  after_hash: v.string(),
  signals: v.object({ archive_id: v.optional(v.string()), snapshot_hash: v.optional(v.string()) }),
});

/** True for the event of an apply-description. */
export function isAppliedDescription({ type, payload }: EventEnvelope): boolean {
  return type === "skill.modified" && payload["reason"] === APPLY_DESCRIPTION_REASON;
}

/**
 * Puts the description back that an apply-description replaced; it is the suggestion again (CONTRACTS 7.7). Refusals
 * say what changed since: `changed`, `archive-gone`, `damaged`. Throws `FileSystemError`.
 */
export async function undoDescription(
  deps: CuratorDeps,
  view: LibraryView,
  event: EventEnvelope,
  runId: string,
): Promise<Outcome<ActReport>> {
  const parsed = v.safeParse(appliedSchema, event.payload);
  if (!parsed.success) return refused("changed", "its record cannot be read");
  const { skill_id: name, after_hash: afterHash, signals } = parsed.output;
  if (signals.archive_id === undefined) return refused("changed", "it had changed nothing");
  const skill = view.library.skills.find((one) => one.name === name);
  if (skill === undefined) return refused("changed", `${name} is no longer there`);
  if (skill.fileHash !== afterHash) return refused("changed", `${name} was changed since; left as it is`);
  const archive = archivesOf(deps, view).find(({ record }) => record.id === signals.archive_id);
  if (archive === undefined) return refused("changed", "its snapshot is not on record");
  if (!archive.present) return refused("archive-gone", `${archive.directory} is no longer there`);
  const now = takeSnapshot(deps.fs, deps.root, skill);
  const earlier = readEarlierFile(deps, now, archive);
  if (!earlier.ok) return earlier;
  if (signals.snapshot_hash !== undefined && hashBytes(earlier.value.bytes) !== signals.snapshot_hash) {
    return refused("changed", `${archive.directory} was changed since; left as it is`);
  }
  const again = {
    undoes: event.id,
    undoes_action: APPLY_DESCRIPTION_REASON,
    suggested_description: skill.fields.description,
  };
  const plan = planRestoreFile(manualAct(deps, view, name, { runId }), now, earlier.value, again);
  const message = `put the earlier description of ${name} back`;
  return performAct(deps, plan, { action: "restore", skill: name, message });
}
