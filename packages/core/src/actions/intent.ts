import * as v from "valibot";
import type { EventEnvelope } from "../events/envelope.ts";
import { SENSITIVITIES } from "../events/envelope.ts";
import { confine } from "../roots/tree/index.ts";
import type { Step } from "./step.ts";

/** An event of an action; `step` names the optional step without which it is not written. */
export interface IntentEvent {
  readonly event: EventEnvelope;
  readonly step: number | null;
}

/**
 * The write-ahead record of one action (CONTRACTS 7.6): everything needed to finish it after a crash,
 * by names only. It lies outside any repository.
 */
export interface Intent {
  readonly version: 1;
  readonly id: string;
  readonly rootKey: string;
  readonly label: string;
  readonly trace: { readonly path: string; readonly newestEventId: string | null };
  readonly steps: readonly Step[];
  readonly events: readonly IntentEvent[];
}

/** A place that leaves its area was not written by us. */
function staysInside(path: string): boolean {
  return confine("/area", path) !== null;
}

const place = v.object({
  area: v.picklist(["skills", "archive"]),
  path: v.pipe(v.string(), v.check(staysInside)),
});
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const stagedName = v.pipe(v.string(), v.regex(/^[0-9]+$/));

const step = v.variant("kind", [
  v.object({
    kind: v.literal("move-tree"),
    skill: v.string(),
    from: place,
    to: place,
    hash,
    optional: v.boolean(),
  }),
  v.object({ kind: v.literal("put-tree"), place, hash, staged: stagedName }),
  v.object({
    kind: v.literal("put-file"),
    place,
    before: v.nullable(hash),
    after: hash,
    staged: stagedName,
    mode: v.number(),
  }),
  v.object({ kind: v.literal("remove-file"), place, before: hash, optional: v.literal(true) }),
]);

const envelope = v.object({
  id: v.string(),
  timestampUs: v.number(),
  sessionId: v.string(),
  turnId: v.nullable(v.string()),
  parentEventId: v.nullable(v.string()),
  type: v.string(),
  actor: v.picklist(["user", "agent", "system", "tool", "worker"]),
  sensitivity: v.picklist(SENSITIVITIES),
  payload: v.record(v.string(), v.unknown()),
});

const intentSchema = v.object({
  version: v.literal(1),
  id: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,40}$/)),
  rootKey: v.string(),
  label: v.string(),
  trace: v.object({ path: v.string(), newestEventId: v.nullable(v.string()) }),
  steps: v.array(step),
  events: v.array(v.object({ event: envelope, step: v.nullable(v.number()) })),
});

/** Reads an intent; null when the text is not one (torn, foreign, tampered with). Never throws. */
export function decodeIntent(text: string): Intent | null {
  try {
    const result = v.safeParse(intentSchema, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

export function formatIntent(intent: Intent): string {
  return `${JSON.stringify(intent)}\n`;
}
