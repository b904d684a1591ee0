import type { Payload } from "../../events/envelope.ts";
import type { ActionPlan } from "../action-plan.ts";
import { archivePathOf, placeInside } from "../place.ts";
import { type Act, always, curatedEvent } from "./act.ts";
import { guardOf, SKILL_FILE, type SkillSnapshot } from "./skill-snapshot.ts";

/** An archived directory to put back. */
export interface ArchivedSkill {
  readonly skill: string;
  readonly archiveId: string;
  /** Relative to the skills directory. */
  readonly originalPath: string;
  readonly treeHash: string;
  /** Version of the archived body; null when its SKILL.md cannot be read. */
  readonly version: string | null;
}

/** Moves an archived skill back to where it was (CONTRACTS 7.2). */
export function planRestore(act: Act, archived: ArchivedSkill, signals: Payload = {}): ActionPlan {
  return {
    label: `restore ${archived.skill}`,
    guards: [],
    steps: [
      {
        kind: "move-tree",
        skill: archived.skill,
        from: { area: "archive", path: archived.archiveId },
        to: { area: "skills", path: archived.originalPath },
        hash: archived.treeHash,
        optional: false,
      },
    ],
    events: [
      always(
        curatedEvent(act, {
          skill: archived.skill,
          action: "restore",
          versionBefore: null,
          versionAfter: archived.version,
          signals: {
            archive_id: archived.archiveId,
            restored_kind: "archive",
            original_path: archived.originalPath,
            tree_hash: archived.treeHash,
            ...signals,
          },
        }),
      ),
    ],
  };
}

/** What a SKILL.md is put back to, and the snapshot taken of the present one. */
export interface EarlierFile {
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly fileHash: string;
  /** Archive id of the snapshot that is put back. */
  readonly putBackId: string;
  /** Archive id for the snapshot of the present SKILL.md. */
  readonly snapshotId: string;
  /** Files the curator had added, to be taken away again; each lies in `snapshotFiles`. */
  readonly addedFiles: readonly AddedFile[];
}

export interface AddedFile {
  /** Relative to the skill. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly mode: number;
}

/** Puts an earlier SKILL.md back; the present one is snapshotted first (CONTRACTS 7.2). */
export function planRestoreFile(
  act: Act,
  now: SkillSnapshot,
  earlier: EarlierFile,
  signals: Payload,
): ActionPlan {
  const snapshotPath = archivePathOf(act.root, earlier.snapshotId);
  return {
    label: `restore an earlier ${now.skill.name}`,
    guards: [guardOf(now)],
    steps: [
      {
        kind: "put-tree",
        place: { area: "archive", path: earlier.snapshotId },
        files: [{ path: SKILL_FILE, bytes: now.bytes, mode: now.mode }, ...earlier.addedFiles],
      },
      {
        kind: "put-file",
        place: placeInside(now.place, SKILL_FILE),
        before: now.bytesHash,
        bytes: earlier.bytes,
        mode: now.mode,
      },
      ...earlier.addedFiles.map((file) => ({
        kind: "remove-file" as const,
        place: placeInside(now.place, file.path),
        before: file.hash,
        optional: true as const,
      })),
    ],
    events: [
      always(
        curatedEvent(act, {
          skill: now.skill.name,
          action: "restore",
          versionBefore: now.skill.version,
          versionAfter: earlier.version,
          signals: {
            snapshot_path: snapshotPath,
            snapshot_hash: now.bytesHash,
            archive_id: earlier.putBackId,
            restored_kind: "edit",
            original_path: now.skill.path,
            file_hash: earlier.fileHash,
            ...signals,
          },
        }),
      ),
    ],
  };
}
