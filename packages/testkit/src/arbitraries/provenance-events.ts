import {
  type EventEnvelope,
  type Payload,
  type Root,
  type StoredEvent,
  workspaceRoot,
} from "@metis-curate/core";
import * as fc from "fast-check";

const ULID_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const METIS = {
  name: "metis",
  skills: [".metis", "skills"],
  archive: [".metis", "skills-archive"],
  curator: [".metis", "curator"],
};

/** The clock of provenance tests, microseconds. */
export const PROVENANCE_NOW_US = Date.UTC(2026, 5, 1) * 1000;

/** What a test says of one event; the rest is filled in. */
export interface TraceEventParts {
  readonly type: string;
  readonly payload?: Payload;
  readonly atUs?: number;
  /** Time inside the id, microseconds; `atUs` when absent. */
  readonly idAtUs?: number;
  readonly sessionId?: string;
  readonly actor?: EventEnvelope["actor"];
}

/** Returns the events of a trace in order of insertion, with ids that are ULIDs. */
export function storedEvents(parts: readonly TraceEventParts[]): readonly StoredEvent[] {
  return parts.map((part, position) => ({ position, event: traceEvent(part, position) }));
}

/** Returns one event; `serial` makes its id unique. */
export function traceEvent(parts: TraceEventParts, serial = 0): EventEnvelope {
  const atUs = parts.atUs ?? PROVENANCE_NOW_US;
  return {
    id: ulidOf(parts.idAtUs ?? atUs, serial),
    timestampUs: atUs,
    sessionId: parts.sessionId ?? "session",
    turnId: null,
    parentEventId: null,
    type: parts.type,
    actor: parts.actor ?? "system",
    sensitivity: "pseudonymous",
    payload: parts.payload ?? {},
  };
}

/** Returns the root of a workspace whose home is `/home/u`, under the layout metis. */
export function metisRoot(workspace: string): Root {
  return workspaceRoot({ workspace, home: "/home/u", layout: METIS });
}

/** Events that bear on provenance, of a few skills and sessions, with and without `root`, in any order. */
export function provenanceEvents(rootKeys: readonly string[]): fc.Arbitrary<readonly TraceEventParts[]> {
  const common = {
    skill_id: fc.constantFrom("alpha", "beta", "constructor"),
    root: fc.option(fc.constantFrom(...rootKeys), { nil: undefined, freq: 3 }),
  };
  const created = fc.record({
    ...common,
    source: fc.constantFrom(
      "manual",
      "auto_generated",
      "auto_generated",
      "imported",
      "curator_generated",
      "odd",
    ),
  });
  const loaded = fc.record({ ...common, source: fc.constantFrom("workspace", "global") });
  const curated = fc.record({
    ...common,
    action: fc.constantFrom("pin", "unpin", "archive", "restore", "consolidate", "edit"),
    source: fc.constantFrom("workspace", "global"),
  });
  const feedback = fc.record({ ...common, outcome: fc.constantFrom("success", "partial", "failure") });
  const event = fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: fc.constant("skill.created"), payload: created }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant("skill.loaded"), payload: loaded }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("skill.curated"), payload: curated }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("skill.feedback"), payload: feedback }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constantFrom("skill.adopted", "skill.disowned"),
        payload: fc.record(common),
      }),
    },
  );
  const placed = fc.tuple(
    event,
    fc.constantFrom("in-a", "in-b", "below-a", "nowhere"),
    fc.integer({ min: 0, max: 200 }),
  );
  return fc.array(
    placed.map(([parts, sessionId, daysAgo]) => ({
      ...parts,
      sessionId,
      atUs: PROVENANCE_NOW_US - daysAgo * 86_400_000_000,
    })),
    { maxLength: 12 },
  );
}

function ulidOf(atUs: number, serial: number): string {
  return encode(Math.max(0, Math.floor(atUs / 1000)), 10) + encode(serial, 16);
}

function encode(value: number, length: number): string {
  let rest = value;
  let text = "";
  for (let index = 0; index < length; index += 1) {
    text = (ULID_DIGITS[rest % 32] ?? "0") + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
