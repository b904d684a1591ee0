import { APPLY_DESCRIPTION_REASON } from "../../roots/act-signals.ts";
import type { ActionPlan } from "../action-plan.ts";
import { archivePathOf } from "../place.ts";
import { type Act, always } from "./act.ts";
import { replaceStep, snapshotStep } from "./plan-edit.ts";
import { guardOf, type SkillSnapshot } from "./skill-snapshot.ts";

/** A SKILL.md with another description. */
export interface NewDescription {
  readonly bytes: Uint8Array;
  readonly fileHash: string;
  /** Bytes that went and bytes that came. */
  readonly changedBytes: number;
  /** Archive id for the snapshot of the present SKILL.md; null when the file already is so. */
  readonly snapshotId: string | null;
  /**
   * True when the file is as the curator left it, so that the new one is the curator's too. Else the event names no
   * file as the baseline, and a person's text stays a person's (CONTRACTS 5).
   */
  readonly setsBaseline: boolean;
}

/** Writes a description at the operator's word: snapshot, file, and one `skill.modified` (CONTRACTS 7.4). */
export function planDescription(act: Act, now: SkillSnapshot, next: NewDescription): ActionPlan {
  const { snapshotId } = next;
  const kept =
    snapshotId === null
      ? {}
      : {
          archive_id: snapshotId,
          snapshot_path: archivePathOf(act.root, snapshotId),
          snapshot_hash: now.bytesHash,
        };
  const event = act.makeEvent({
    type: "skill.modified",
    sessionId: act.sessionId,
    actor: "user",
    payload: {
      root: act.root.key,
      curator_run_id: act.runId,
      skill_id: now.skill.name,
      modification_type: "edit",
      before_hash: now.skill.fileHash,
      after_hash: next.fileHash,
      diff_size_bytes: next.changedBytes,
      reason: APPLY_DESCRIPTION_REASON,
      ...(next.setsBaseline ? { file_hash: next.fileHash } : {}),
      signals: { ...act.signals, ...kept, original_path: now.skill.path },
    },
  });
  return {
    label: `apply the description of ${now.skill.name}`,
    guards: [guardOf(now)],
    steps: snapshotId === null ? [] : [snapshotStep(now, snapshotId), replaceStep(now, next.bytes)],
    events: [always(event)],
  };
}
