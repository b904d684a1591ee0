import type { EventEnvelope } from "../events/envelope.ts";
import { APPLY_DESCRIPTION_REASON } from "../roots/act-signals.ts";
import { curatedAction, eventSignals, payloadText } from "./payload.ts";
import type { Baseline } from "./root-history.ts";
import type { ScopedEvent } from "./scoped-event.ts";

/** Restores that bring an earlier text, which is ours only if it was ours before. */
const PUTS_TEXT_BACK: ReadonlySet<unknown> = new Set(["edit", "backup"]);
/** Shorter hashes prove nothing. */
const BASELINE_HASH_LENGTH_MIN = 8;

/**
 * Returns what SKILL.md was when it was last ours: the hash of the last event, by insertion, that sets a
 * baseline; null when none did (CONTRACTS 5). Loads, pins, archives and plain restores set none. What is put
 * back by `restore --before` is ours only if it was a baseline before: a person's text does not become the
 * curator's by being snapshotted. An undo brings back the baseline that held before what it undoes.
 */
export function foldBaseline(events: readonly ScopedEvent[], before: Baseline | null): Baseline | null {
  let baseline = before;
  const seen: Baseline[] = before === null ? [] : [before];
  const heldBefore = new Map<string, Baseline | null>();
  for (const { event, scope } of events) {
    if (!scope.act) continue;
    heldBefore.set(event.id, baseline);
    const next = nextBaseline(event, baseline, seen, heldBefore);
    if (next !== null && next !== baseline) seen.push(next);
    baseline = next;
  }
  return baseline;
}

function nextBaseline(
  event: EventEnvelope,
  baseline: Baseline | null,
  seen: readonly Baseline[],
  heldBefore: ReadonlyMap<string, Baseline | null>,
): Baseline | null {
  const set = eventBaseline(event);
  if (set === null || curatedAction(event) !== "restore") return set ?? baseline;
  const undone = heldBefore.get(payloadText(eventSignals(event), "undoes") ?? "");
  if (undone !== undefined) return undone;
  const body = payloadText(event.payload, "skill_version_after");
  return seen.some((one) => isSameText(one, set, body)) ? set : baseline;
}

/** Whether a file that is put back is one that was ours: by the file's hash, else by the body's. */
function isSameText(one: Baseline, put: Baseline, body: string | null): boolean {
  if (one.kind === put.kind && one.hash === put.hash) return true;
  if (one.kind !== "body" || body === null) return false;
  const length = Math.min(one.hash.length, body.length);
  return length >= BASELINE_HASH_LENGTH_MIN && one.hash.slice(0, length) === body.slice(0, length);
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
  if (action === "restore") return PUTS_TEXT_BACK.has(eventSignals(event)["restored_kind"]);
  return action === "consolidate" || action === "edit";
}

function hashes(file: string | null, body: string | null): Baseline | null {
  if (file !== null) return { kind: "file", hash: file };
  return body === null ? null : { kind: "body", hash: body };
}
