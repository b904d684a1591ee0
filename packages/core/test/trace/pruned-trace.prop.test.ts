import { expect, test } from "bun:test";
import {
  EMPTY_SIDECAR,
  factsFromHistory,
  foldRootHistory,
  getSkillHistory,
  type RootHistoryInput,
  type StoredEvent,
} from "@metis-curate/core";
import { metisRoot, PROVENANCE_NOW_US, provenanceEvents, storedEvents } from "@metis-curate/testkit";
import * as fc from "fast-check";

const A = metisRoot("/ws/a");
const SKILLS = ["alpha", "beta", "constructor"];

function fold(events: readonly StoredEvent[], input: Partial<RootHistoryInput> = {}) {
  return foldRootHistory({
    events,
    sessionWorkspaces: new Map([["in-a", "/ws/a"]]),
    root: A,
    nowUs: PROVENANCE_NOW_US,
    traceInfo: { oldestTimestampUs: 0, sweptAtUs: null },
    facts: null,
    sidecar: EMPTY_SIDECAR,
    isNearestRoot: () => true,
    ...input,
  });
}

const prunedTrace = provenanceEvents([A.key]).chain((parts) => {
  const events = storedEvents(parts);
  return fc.record({ events: fc.constant(events), left: fc.subarray([...events]) });
});

test("whatever part of a trace is pruned, nothing becomes touchable, unpinned or older by it", () => {
  fc.assert(
    fc.property(prunedTrace, ({ events, left }) => {
      const whole = fold(events);
      const pruned = fold(left, {
        facts: factsFromHistory(whole, PROVENANCE_NOW_US, null),
        traceInfo: { oldestTimestampUs: 1, sweptAtUs: 1 },
      });
      for (const skill of SKILLS) {
        const before = getSkillHistory(whole, skill);
        const after = getSkillHistory(pruned, skill);
        if (after.provenance.touchable) expect(before.provenance.touchable).toBe(true);
        if (before.pinned) expect(after.pinned).toBe(true);
        expect(after.lastTouchedAtUs).toBe(before.lastTouchedAtUs);
      }
    }),
    { numRuns: 300 },
  );
});

test("a trace pruned of everything leaves every origin as it was", () => {
  fc.assert(
    fc.property(provenanceEvents([A.key]), (parts) => {
      const whole = fold(storedEvents(parts));
      const facts = factsFromHistory(whole, PROVENANCE_NOW_US, null);
      const pruned = fold([], { facts, traceInfo: { oldestTimestampUs: null, sweptAtUs: 1 } });
      for (const { skill, evidence, provenance } of whole.skills.values()) {
        const isKnown = evidence !== undefined && (evidence.retag !== null || evidence.sources.length > 0);
        const expected = isKnown ? provenance : { ...provenance, reason: "unknown-origin" };
        expect(getSkillHistory(pruned, skill).provenance as unknown).toEqual(expected);
      }
    }),
  );
});
