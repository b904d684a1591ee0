import { expect, test } from "bun:test";
import { EMPTY_SIDECAR, foldRootHistory, type Root, type RootHistory } from "@metis-curate/core";
import {
  metisRoot,
  PROVENANCE_NOW_US,
  provenanceEvents,
  storedEvents,
  type TraceEventParts,
} from "@metis-curate/testkit";
import * as fc from "fast-check";

const A = metisRoot("/ws/a");
const B = metisRoot("/ws/b");
const SESSIONS = new Map([
  ["in-a", "/ws/a"],
  ["in-b", "/ws/b"],
  ["below-a", "/ws/a/sub"],
]);

function fold(parts: readonly TraceEventParts[], root: Root): RootHistory {
  return foldRootHistory({
    events: storedEvents(parts),
    sessionWorkspaces: SESSIONS,
    root,
    nowUs: PROVENANCE_NOW_US,
    traceInfo: { oldestTimestampUs: null, sweptAtUs: null },
    facts: null,
    sidecar: EMPTY_SIDECAR,
    isNearestRoot: () => true,
  });
}

function belongsToB(part: TraceEventParts): boolean {
  const owner = part.payload?.["root"];
  return owner === B.key || (owner === undefined && part.sessionId === "in-b");
}

test("what happens in one workspace never changes another's skills of the same name", () => {
  fc.assert(
    fc.property(provenanceEvents([A.key, B.key]), (parts) => {
      const withoutB = parts.map((part) =>
        belongsToB(part) ? { ...part, type: "llm.call_completed" } : part,
      );
      expect(fold(parts, A)).toEqual(fold(withoutB, A));
    }),
  );
});
