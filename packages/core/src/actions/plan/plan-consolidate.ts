import type { EventEnvelope, Payload } from "../../events/envelope.ts";
import { ZERO_USD } from "../../money/index.ts";
import type { ActionPlan, PlannedEvent, PlannedStep, StagedFile } from "../action-plan.ts";
import { archivePathOf, placeInside } from "../place.ts";
import { hashBytes } from "../step-state.ts";
import { type Act, always, curatedEvent, freeOf } from "./act.ts";
import { archivedEvent, archiveStep } from "./plan-archive.ts";
import { type NewBody, replaceStep, snapshotStep } from "./plan-edit.ts";
import { guardOf, SKILL_FILE, type SkillSnapshot } from "./skill-snapshot.ts";

/** A member that goes to the archive. */
export interface Absorbed {
  readonly snapshot: SkillSnapshot;
  readonly archiveId: string;
  /** S1 8.2 signals of this member. */
  readonly signals: Payload;
}

export interface MergeInto {
  readonly survivor: SkillSnapshot;
  /** Null when the survivor's file stays as it is (equal duplicates). */
  readonly body: NewBody | null;
  readonly snapshotId: string;
  readonly supportFiles: readonly StagedFile[];
  readonly absorbed: readonly Absorbed[];
  /** Shown to the operator, never written by us (CONTRACTS 7.4). */
  readonly suggestedDescription: string | null;
  readonly signals: Payload;
}

/** Merges members into an existing survivor and archives them (CONTRACTS 7.4). */
export function planMergeInto(act: Act, merge: MergeInto): ActionPlan {
  const { survivor, body, absorbed } = merge;
  const first = survivorSteps(merge);
  const snapshotPath = body === null ? null : archivePathOf(act.root, merge.snapshotId);
  const event = curatedEvent(act, {
    skill: survivor.skill.name,
    action: "consolidate",
    versionBefore: survivor.skill.version,
    versionAfter: body?.version ?? survivor.skill.version,
    consolidatedFrom: absorbed.map(({ snapshot }) => snapshot.skill.name),
    signals: {
      snapshot_path: snapshotPath,
      ...(body === null ? {} : { snapshot_hash: survivor.bytesHash }),
      original_path: survivor.skill.path,
      file_hash: body?.fileHash ?? survivor.skill.fileHash,
      support_files: supportFileHashes(merge.supportFiles),
      ...(merge.suggestedDescription === null ? {} : { suggested_description: merge.suggestedDescription }),
      ...merge.signals,
    },
  });
  return {
    label: `merge ${absorbed.map(({ snapshot }) => snapshot.skill.name).join(", ")} into ${survivor.skill.name}`,
    guards: [survivor, ...absorbed.map(({ snapshot }) => snapshot)].map(guardOf),
    steps: [...first, ...absorbed.map((one) => archiveStep(one.snapshot, one.archiveId, true))],
    events: [always(event), ...siblingEvents(act, absorbed, first.length, event)],
  };
}

/** Snapshot, added support files, and SKILL.md last: the point of no return. */
function survivorSteps(merge: MergeInto): readonly PlannedStep[] {
  if (merge.body === null) return [];
  return [
    snapshotStep(merge.survivor, merge.snapshotId),
    ...merge.supportFiles.map(({ path, bytes, mode }) => ({
      kind: "put-file" as const,
      place: placeInside(merge.survivor.place, path),
      before: null,
      bytes,
      mode,
    })),
    replaceStep(merge.survivor, merge.body.bytes),
  ];
}

export interface MergeNew {
  readonly name: string;
  readonly body: NewBody;
  readonly sizeTokens: number;
  readonly supportFiles: readonly StagedFile[];
  readonly absorbed: readonly Absorbed[];
  readonly signals: Payload;
}

const SKILL_FILE_MODE = 0o644;

/** Creates a new skill from all members and archives them (CONTRACTS 7.4). */
export function planMergeNew(act: Act, merge: MergeNew): ActionPlan {
  const created = act.makeEvent({
    type: "skill.created",
    sessionId: act.sessionId,
    payload: {
      root: act.root.key,
      skill_id: merge.name,
      skill_version: merge.body.version,
      source: "curator_generated",
      size_tokens: merge.sizeTokens,
      file_hash: merge.body.fileHash,
    },
  });
  const event = curatedEvent(act, {
    skill: merge.name,
    action: "consolidate",
    versionBefore: null,
    versionAfter: merge.body.version,
    consolidatedFrom: merge.absorbed.map(({ snapshot }) => snapshot.skill.name),
    parentEventId: created.id,
    signals: {
      snapshot_path: null,
      original_path: merge.name,
      file_hash: merge.body.fileHash,
      support_files: supportFileHashes(merge.supportFiles),
      ...merge.signals,
    },
  });
  const files = [{ path: SKILL_FILE, bytes: merge.body.bytes, mode: SKILL_FILE_MODE }, ...merge.supportFiles];
  return {
    label: `merge ${merge.absorbed.map(({ snapshot }) => snapshot.skill.name).join(", ")} into new ${merge.name}`,
    guards: merge.absorbed.map(({ snapshot }) => guardOf(snapshot)),
    steps: [
      { kind: "put-tree", place: { area: "skills", path: merge.name }, files },
      ...merge.absorbed.map((one) => archiveStep(one.snapshot, one.archiveId, true)),
    ],
    events: [always(created), always(event), ...siblingEvents(act, merge.absorbed, 1, event)],
  };
}

/** What an undo compares the copied files with. */
function supportFileHashes(files: readonly StagedFile[]): Payload[] {
  return files.map(({ path, bytes }) => ({ path, hash: hashBytes(bytes) }));
}

function siblingEvents(
  act: Act,
  absorbed: readonly Absorbed[],
  firstStep: number,
  survivorEvent: EventEnvelope,
): readonly PlannedEvent[] {
  return absorbed.map((one, index) => ({
    event: archivedEvent(
      freeOf(act, { ...one.signals, merged_into: survivorEvent.payload["skill_id"] }, ZERO_USD),
      one.snapshot,
      one.archiveId,
    ),
    step: firstStep + index,
  }));
}
