import { expect, test } from "bun:test";
import {
  correctedTimeUs,
  EMPTY_SIDECAR,
  type EventEnvelope,
  eventScope,
  foldRootHistory,
  type LoadRecord,
  ROOT_HISTORY_TYPES,
  type Root,
  type RootHistory,
  readRootHistory,
  type StoredEvent,
} from "@metis-curate/core";
import {
  memoryTraceStore,
  metisRoot,
  PROVENANCE_NOW_US,
  provenanceEvents,
  storedEvents,
} from "@metis-curate/testkit";
import * as fc from "fast-check";

const A = metisRoot("/ws/a");
const B = metisRoot("/ws/b");
const HOME: Root = { ...metisRoot("/home/u"), scope: "global" };
const DAY_US = 86_400_000_000;
const SESSIONS = new Map([
  ["in-a", "/ws/a"],
  ["in-b", "/ws/b"],
  ["below-a", "/ws/a/sub"],
]);
const isNearestRoot = (path: string): boolean => path !== "/ws/a/sub";
const TRACE_INFO = { oldestTimestampUs: null, sweptAtUs: null };

/** Events of two roots and of none, some without a skill, some ahead of the clock, some at the same time. */
const trace = fc
  .array(provenanceEvents([A.key, B.key]), { minLength: 1, maxLength: 4 })
  .chain((parts) =>
    fc.tuple(
      fc.constant(parts.flat()),
      fc.array(fc.constantFrom("as-is", "as-is", "as-is", "load", "ahead", "far-ahead", "nameless", "nfd"), {
        minLength: 48,
        maxLength: 48,
      }),
    ),
  )
  .map(([parts, turns]) => storedEvents(parts.map((part, index) => turned(part, turns[index] ?? "as-is"))));

type Parts = Parameters<typeof storedEvents>[0][number];

function turned(part: Parts, turn: string): Parts {
  const payload = part.payload ?? {};
  switch (turn) {
    case "load":
      return { ...part, type: "skill.loaded" };
    case "ahead":
      return { ...part, type: "skill.loaded", atUs: PROVENANCE_NOW_US + DAY_US, idAtUs: PROVENANCE_NOW_US };
    case "far-ahead":
      return { ...part, atUs: PROVENANCE_NOW_US + DAY_US };
    case "nameless":
      return { ...part, payload: { ...payload, skill_id: 3 } };
    case "nfd":
      return { ...part, type: "skill.loaded", payload: { ...payload, skill_id: "cafe\u0301" } };
    default:
      return part;
  }
}

function fold(events: readonly StoredEvent[], root: Root): RootHistory {
  return foldRootHistory({
    events,
    sessionWorkspaces: SESSIONS,
    root,
    nowUs: PROVENANCE_NOW_US,
    traceInfo: TRACE_INFO,
    facts: null,
    sidecar: EMPTY_SIDECAR,
    isNearestRoot,
  });
}

function skillOf({ payload }: EventEnvelope): string | null {
  const skill = payload["skill_id"];
  return typeof skill === "string" ? skill.normalize("NFC") : null;
}

/** Each load asked on its own, as the rules say it (CONTRACTS 4.5, 4.6, 6.1). */
function loadsOneByOne(events: readonly StoredEvent[], root: Root, skill: string, fromUs: number | null) {
  const loads = events
    .map(({ event }) => ({
      event,
      scope: eventScope(event, SESSIONS.get(event.sessionId), root, isNearestRoot),
      atUs: correctedTimeUs(event, PROVENANCE_NOW_US),
    }))
    .filter(({ event, scope }) => scope.activity && skillOf(event) === skill);
  const records = loads
    .flatMap(({ event: { id, sessionId }, scope, atUs }) =>
      atUs === null || (fromUs !== null && atUs < fromUs)
        ? []
        : [{ id, record: loadRecord(atUs, sessionId, scope.outcome) }],
    )
    .sort((left, right) => left.record.atUs - right.record.atUs || (left.id < right.id ? -1 : 1));
  return { some: loads.length > 0, skewed: loads.some(({ atUs }) => atUs === null), records };
}

function loadRecord(atUs: number, sessionId: string, countsHere: boolean): LoadRecord {
  return countsHere ? { atUs, sessionId } : { atUs, sessionId, failuresElsewhere: true };
}

test.each([A, HOME])("a skill's loads are those that the scope of each lets live, by time (%#)", (root) => {
  fc.assert(
    fc.property(trace, (events) => {
      const { skills } = fold(events, root);
      for (const skill of ["alpha", "beta", "constructor", "café"]) {
        const history = skills.get(skill);
        const expected = loadsOneByOne(events, root, skill, history?.createdAtUs ?? null);
        if (expected.some) expect(history).toBeDefined();
        expect(history?.loads ?? []).toEqual(expected.records.map(({ record }) => record));
        if (expected.skewed) expect(history?.clockSkew).toBe(true);
      }
    }),
  );
});

test.each([A, HOME])("what is read from a trace is the fold of all its events (%#)", async (root) => {
  await fc.assert(
    fc.asyncProperty(trace, async (events) => {
      const store = memoryTraceStore({
        events: events.map(({ event }) => event),
        sessions: new Map([...SESSIONS, ["nowhere", "relative"]]),
      });
      const read = await readRootHistory(store, root, {
        nowUs: PROVENANCE_NOW_US,
        facts: null,
        sidecar: EMPTY_SIDECAR,
        realpath: (path) => path,
        isNearestRoot,
      });
      const known = events.filter(({ event }) => ROOT_HISTORY_TYPES.includes(event.type));
      expect({ ...read, oldestEventUs: null }).toEqual({ ...fold(known, root), oldestEventUs: null });
    }),
  );
});

test("the order in which events are handed over does not matter", () => {
  fc.assert(
    fc.property(trace, (events) => {
      expect(fold(events.toReversed(), A)).toEqual(fold(events, A));
    }),
  );
});
