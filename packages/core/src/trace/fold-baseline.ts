import type { EventEnvelope } from "../events/envelope.ts";
import { APPLY_DESCRIPTION_REASON } from "../roots/act-signals.ts";
import { curatedAction, eventSignals, payloadText } from "./payload.ts";
import type { Baseline } from "./root-history.ts";
import type { ScopedEvent } from "./scoped-event.ts";

/**
 * Returns what SKILL.md was when it was last ours: the hash of the last event, by insertion, that sets a
 * baseline; null when none did (CONTRACTS 5). Loads, pins, archives and plain restores set none.
 */
export function foldBaseline(events: readonly ScopedEvent[], before: Baseline | null): Baseline | null {
  let baseline = before;
  for (const { event, scope } of events) {
    if (scope.act) baseline = eventBaseline(event) ?? baseline;
  }
  return baseline;
}

function eventBaseline(event: EventEnvelope): Baseline | null {
  switch (event.type) {
    case "skill.created":
    case "skill.adopted":
      return hashes(payloadText(event.payload, "file_hash"), payloadText(event.payload, "skill_version"));
    case "skill.modified":
      if (!isOurModification(event)) return null;
      return hashes(payloadText(event.payload, "file_hash"), payloadText(event.payload, "after_hash"));
    case "skill.curated":
      if (!changesBody(event)) return null;
      return hashes(
        payloadText(eventSignals(event), "file_hash"),
        payloadText(event.payload, "skill_version_after"),
      );
    default:
      return null;
  }
}

function isOurModification(event: EventEnvelope): boolean {
  return event.actor === "agent" || event.payload["reason"] === APPLY_DESCRIPTION_REASON;
}

function changesBody(event: EventEnvelope): boolean {
  const action = curatedAction(event);
  if (action === "restore") return eventSignals(event)["restored_kind"] === "edit";
  return action === "consolidate" || action === "edit";
}

function hashes(file: string | null, body: string | null): Baseline | null {
  if (file !== null) return { kind: "file", hash: file };
  return body === null ? null : { kind: "body", hash: body };
}
