import type { SkillOrigin } from "./sidecar-state.ts";

/**
 * What `skill.curated.signals` carries beside the standard keys of S1 8.2, so that the sidecar, the
 * baseline and the memory of "no" can be rebuilt from events alone (CONTRACTS 3, 4.4, 8.6).
 *
 * | action | signals |
 * | --- | --- |
 * | every action on a live skill | `origin` |
 * | pin | `pinned_by` (default `user`) |
 * | unpin | none |
 * | archive | `archive_id`, `original_path`, `tree_hash`, `candidate_hash` when a run decided it |
 * | restore of an archive | `archive_id`, `restored_kind: "archive"`, `tree_hash`; `undoes` when it undoes an event |
 * | restore of a backup | `restored_kind: "backup"`, `backup_id`, `original_path`, `file_hash` |
 * | restore `--before` | `archive_id` (the snapshot put back), `restored_kind: "edit"`, `snapshot_path` (of what was there before), `original_path`, `file_hash`; undo of a merge or edit: `undoes` and `undoes_action` too |
 * | undo of a merge that left the survivor's file alone | `restored_kind: "lineage"`, `undoes`, `undoes_action` |
 * | edit | `archive_id`, `original_path`, `file_hash`, `candidate_hash`; the payload's `archive_path` is the snapshot |
 * | consolidate | `snapshot_path` (null for a new skill), `original_path`, `suggested_description`, `file_hash`, `support_files`, `candidate_hash` |
 *
 * `skill.created`, `skill.adopted` and `skill.modified` carry `file_hash` in their payload.
 *
 * `skill.modified` of an apply-description has `reason: "apply-description"`, a `curator_run_id` and `signals` with
 * `origin`, `archive_id`, `snapshot_path`, `original_path`. Its undo is a restore of kind `edit` that carries the
 * `suggested_description` again.
 */
export interface ActSignals {
  /** The skill's origin as the run or the operator saw it: what a fresh sidecar entry says. */
  readonly origin?: SkillOrigin;
  readonly pinned_by?: string;
  /** Directory name inside the archive root. */
  readonly archive_id?: string;
  /** Relative to the skills directory, `/`-separated. */
  readonly original_path?: string;
  readonly restored_kind?: "archive" | "edit" | "lineage" | "backup";
  /** Archive path of the SKILL.md that was there before: relative to the root's base, trailing slash. */
  readonly snapshot_path?: string | null;
  readonly suggested_description?: string;
  /** `Skill.fileHash` of SKILL.md after the action: the hand-edit baseline. */
  readonly file_hash?: string;
  /** Id of the backup that a skill or a pin came back from. */
  readonly backup_id?: string;
  /** Tree hash of the directory as it was moved: an undo leaves one that changed since. */
  readonly tree_hash?: string;
  /** SHA-256 of the SKILL.md that the snapshot of an edit, merge or restore `--before` holds. */
  readonly snapshot_hash?: string;
  /** Files copied along into a survivor, with the SHA-256 of each. */
  readonly support_files?: readonly { readonly path: string; readonly hash: string }[];
  /** Hash of the candidate the action came from. */
  readonly candidate_hash?: string;
  /** Id of the event that is reversed, and what it was. */
  readonly undoes?: string;
  readonly undoes_action?: "archive" | "consolidate" | "edit";
}

/** `skill.modified.reason` of the operator's apply-description. */
export const APPLY_DESCRIPTION_REASON = "apply-description";
