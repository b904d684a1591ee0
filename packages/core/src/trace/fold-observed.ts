import type { EventEnvelope } from "../events/envelope.ts";
import { payloadText } from "./payload.ts";
import type { ObservedWrites } from "./root-history.ts";
import type { ScopedEvent } from "./scoped-event.ts";

/**
 * Returns what an agent's own file tools were seen to write of a skill since the operator's last word about it, by
 * insertion; null when nothing. That a runtime saw a file change, by whose hand it does not say, is no write. It is no
 * provenance, only what may be proposed (CONTRACTS 14).
 */
export function foldObserved(events: readonly ScopedEvent[]): ObservedWrites | null {
  return events.filter(({ scope }) => scope.act).reduce<ObservedWrites | null>(foldOne, null);
}

function foldOne(before: ObservedWrites | null, { event, atUs }: ScopedEvent): ObservedWrites | null {
  const operation = event.payload["operation"];
  if (event.type === "skill.adopted" || event.type === "skill.disowned") return null;
  if (event.type !== "skill.observed" || operation === "changed") return before;
  return { ...writeOf(event), created: operation === "create" || before?.created === true, lastAtUs: atUs };
}

function writeOf({ payload }: EventEnvelope): Omit<ObservedWrites, "created" | "lastAtUs"> {
  return {
    path: payloadText(payload, "path"),
    runtime: payloadText(payload, "runtime"),
    version: payloadText(payload, "skill_version"),
    fileHash: payloadText(payload, "file_hash"),
  };
}
