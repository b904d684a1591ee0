import type { ActionPlan, PlannedStep } from "../action-plan.ts";
import { archivePathOf, placeInside } from "../place.ts";
import { type Act, always, curatedEvent } from "./act.ts";
import { guardOf, SKILL_FILE, type SkillSnapshot } from "./skill-snapshot.ts";

/** A SKILL.md whose body was replaced. */
export interface NewBody {
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly fileHash: string;
}

/** Snapshots SKILL.md, then writes it with the new body (CONTRACTS 7.3). */
export function planEdit(act: Act, snapshot: SkillSnapshot, body: NewBody, snapshotId: string): ActionPlan {
  const archivePath = archivePathOf(act.root, snapshotId);
  return {
    label: `edit ${snapshot.skill.name}`,
    guards: [guardOf(snapshot)],
    steps: [snapshotStep(snapshot, snapshotId), replaceStep(snapshot, body.bytes)],
    events: [
      always(
        curatedEvent(act, {
          skill: snapshot.skill.name,
          action: "edit",
          versionBefore: snapshot.skill.version,
          versionAfter: body.version,
          archivePath,
          signals: {
            archive_id: snapshotId,
            snapshot_hash: snapshot.bytesHash,
            original_path: snapshot.skill.path,
            file_hash: body.fileHash,
          },
        }),
      ),
    ],
  };
}

/** Copies SKILL.md as it is into the archive. */
export function snapshotStep(snapshot: SkillSnapshot, snapshotId: string): PlannedStep {
  return {
    kind: "put-tree",
    place: { area: "archive", path: snapshotId },
    files: [{ path: SKILL_FILE, bytes: snapshot.bytes, mode: snapshot.mode }],
  };
}

export function replaceStep(snapshot: SkillSnapshot, bytes: Uint8Array): PlannedStep {
  return {
    kind: "put-file",
    place: placeInside(snapshot.place, SKILL_FILE),
    before: snapshot.bytesHash,
    bytes,
    mode: snapshot.mode,
  };
}
