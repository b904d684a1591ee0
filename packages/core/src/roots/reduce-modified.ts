import type { EventEnvelope } from "../events/envelope.ts";
import { eventSignals, payloadText } from "../trace/payload.ts";
import { APPLY_DESCRIPTION_REASON } from "./act-signals.ts";
import { originAfter, snapshotRecord, withArchive } from "./reduce-curated.ts";
import { DEFAULT_ENTRY } from "./sidecar-entry.ts";
import type { SidecarSkill } from "./sidecar-state.ts";

/**
 * Returns a skill's sidecar entry after a `skill.modified`: an apply-description used the suggestion up and left a
 * snapshot; every other modification changes nothing.
 */
export function reduceModifiedEntry(
  before: SidecarSkill | undefined,
  event: EventEnvelope,
  skill: string,
): SidecarSkill | undefined {
  if (event.payload["reason"] !== APPLY_DESCRIPTION_REASON) return before;
  const snapshot = snapshotRecord(event, skill, payloadText(eventSignals(event), "snapshot_path"));
  if (before === undefined && snapshot === null) return before;
  const { suggested_description: _, ...rest } = before ?? DEFAULT_ENTRY;
  return withArchive({ ...rest, origin: originAfter(before, event) }, snapshot);
}
