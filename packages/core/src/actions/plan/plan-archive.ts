import type { ActionPlan } from "../action-plan.ts";
import { archivePathOf } from "../place.ts";
import type { MoveTreeStep } from "../step.ts";
import { type Act, always, curatedEvent } from "./act.ts";
import { guardOf, type SkillSnapshot } from "./skill-snapshot.ts";

/** Moves a skill's directory into the archive (CONTRACTS 7.1). */
export function planArchive(act: Act, snapshot: SkillSnapshot, archiveId: string): ActionPlan {
  return {
    label: `archive ${snapshot.skill.name}`,
    guards: [guardOf(snapshot)],
    steps: [archiveStep(snapshot, archiveId, false)],
    events: [always(archivedEvent(act, snapshot, archiveId))],
  };
}

export function archiveStep(snapshot: SkillSnapshot, archiveId: string, optional: boolean): MoveTreeStep {
  return {
    kind: "move-tree",
    skill: snapshot.skill.name,
    from: snapshot.place,
    to: { area: "archive", path: archiveId },
    hash: snapshot.treeHash,
    optional,
  };
}

export function archivedEvent(act: Act, snapshot: SkillSnapshot, archiveId: string) {
  return curatedEvent(act, {
    skill: snapshot.skill.name,
    action: "archive",
    versionBefore: snapshot.skill.version,
    versionAfter: null,
    archivePath: archivePathOf(act.root, archiveId),
    signals: {
      archive_id: archiveId,
      original_path: snapshot.skill.path,
      tree_hash: snapshot.treeHash,
    },
  });
}
