import { expect, test } from "bun:test";
import {
  EMPTY_SIDECAR,
  foldRootHistory,
  getSkillHistory,
  type Provenance,
  type StoredEvent,
} from "@metis-curate/core";
import {
  metisRoot,
  PROVENANCE_NOW_US,
  provenanceEvents,
  storedEvents,
  type TraceEventParts,
} from "@metis-curate/testkit";
import * as fc from "fast-check";

const A = metisRoot("/ws/a");
const SESSIONS = new Map([
  ["in-a", "/ws/a"],
  ["in-b", "/ws/b"],
  ["below-a", "/ws/a/sub"],
]);

/** CONTRACTS 5 read aloud, over the events in order of insertion. */
function naiveProvenance(parts: readonly TraceEventParts[], skill: string): Provenance {
  const own = parts.filter(({ type, payload, sessionId }) => {
    if (payload?.["skill_id"] !== skill) return false;
    if (payload["root"] !== undefined) return payload["root"] === A.key;
    if (type === "skill.curated" && payload["source"] === "global") return false;
    return sessionId === "in-a";
  });
  const sources = own.filter((part) => part.type === "skill.created").map((part) => part.payload?.["source"]);
  const retag = own.findLast((part) => part.type === "skill.adopted" || part.type === "skill.disowned")?.type;
  const merged = own.some((part) => part.payload?.["action"] === "consolidate");
  const origin = merged || sources.includes("curator_generated") ? "curator_generated" : "auto_generated";
  if (retag === "skill.adopted") return { touchable: true, origin };
  if (retag === "skill.disowned") return { touchable: false, origin: "manual", reason: "manual" };
  if (sources.includes("manual")) return { touchable: false, origin: "manual", reason: "manual" };
  if (sources.includes("imported")) return { touchable: false, origin: "imported", reason: "imported" };
  if (sources.includes("odd")) return { touchable: false, origin: "manual", reason: "unknown-origin" };
  if (sources.length === 0) return { touchable: false, origin: "manual", reason: "manual" };
  return { touchable: true, origin };
}

function fold(events: readonly StoredEvent[]) {
  return foldRootHistory({
    events,
    sessionWorkspaces: SESSIONS,
    root: A,
    nowUs: PROVENANCE_NOW_US,
    traceInfo: { oldestTimestampUs: null, sweptAtUs: null },
    facts: null,
    sidecar: EMPTY_SIDECAR,
    isNearestRoot: () => true,
  });
}

test("provenance always is what the naive reading of the contract says", () => {
  fc.assert(
    fc.property(provenanceEvents([A.key, "metis:other"]), (parts) => {
      const history = fold(storedEvents(parts));
      for (const skill of ["alpha", "beta", "constructor"]) {
        expect(getSkillHistory(history, skill).provenance).toEqual(naiveProvenance(parts, skill));
      }
    }),
    { numRuns: 300 },
  );
});

test("the order in which a trace is read never matters", () => {
  const shuffled = provenanceEvents([A.key]).chain((parts) => {
    const events = storedEvents(parts);
    return fc.tuple(fc.constant(events), fc.shuffledSubarray([...events], { minLength: events.length }));
  });
  fc.assert(
    fc.property(shuffled, ([events, other]) => {
      expect(fold(other)).toEqual(fold(events));
    }),
  );
});

test("the order of insertion of loads never matters", () => {
  const loads = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { maxLength: 8 });
  const orders = loads.chain((ages) =>
    fc.tuple(fc.constant(ages), fc.shuffledSubarray(ages, { minLength: ages.length })),
  );
  const history = (ages: readonly number[]) =>
    getSkillHistory(
      fold(
        storedEvents(
          ages.map((age) => ({
            type: "skill.loaded",
            sessionId: "in-a",
            atUs: PROVENANCE_NOW_US - age * 1_000_000,
            payload: { skill_id: "alpha", source: "workspace" },
          })),
        ),
      ),
      "alpha",
    );
  fc.assert(
    fc.property(orders, ([ages, other]) => {
      expect(history(other)).toEqual(history(ages));
      expect(history(ages).loads).toHaveLength(ages.length);
    }),
  );
});
