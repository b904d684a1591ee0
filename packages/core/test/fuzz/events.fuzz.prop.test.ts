import { expect } from "bun:test";
import {
  decodeEventRow,
  EMPTY_SIDECAR,
  encodeEventRow,
  foldCuratorSummary,
  foldRootHistory,
  foldRunDetail,
  foldSpend,
  joinToolOutcomes,
  PAYLOAD_REGISTRY,
  rebuildSidecar,
  type StoredEvent,
  validateEvent,
} from "@metis-curate/core";
import { forgedRecordArbitrary, fuzzTarget, hostileTextArbitrary, metisRoot } from "@metis-curate/testkit";
import * as fc from "fast-check";

const ROOT = metisRoot("/ws/a");
const NOW_US = Date.parse("2026-06-01T00:00:00Z") * 1000;
const DAY = { fromUs: NOW_US - 86_400_000_000, untilUs: NOW_US };
const TYPES = [...Object.keys(PAYLOAD_REGISTRY), "other.type", "__proto__"];

const text = fc.oneof(
  fc.constantFrom("alpha", "constructor", "__proto__", "2026-01-01T00:00:00Z"),
  hostileTextArbitrary(),
);
const amount = fc.constantFrom("0.10", "1e9", "-1", "0.1.2", "Infinity", "9".repeat(400), 0.1, 1e308);
const count = fc.oneof(fc.integer(), fc.constantFrom(1e308, -0.5, Number.MAX_SAFE_INTEGER));
const payload = forgedRecordArbitrary({
  root: fc.constantFrom(ROOT.key, "metis:other", ""),
  skill_id: text,
  skill_ids: fc.array(text, { maxLength: 2 }),
  skill_version: text,
  source: fc.constantFrom("manual", "auto_generated", "imported", "workspace", "global"),
  file_hash: text,
  load_reason: fc.constantFrom("always", "on_demand"),
  action: fc.constantFrom("archive", "consolidate", "edit", "pin", "unpin", "restore"),
  curator_run_id: fc.constantFrom("run-1", "run-2"),
  call_id: fc.constantFrom("call-1", "call-2"),
  curator_cost_usd: amount,
  estimated_cost_usd: amount,
  cost_usd: amount,
  spend_usd: amount,
  input_tokens: count,
  latency_ms: count,
  throttled_reason: fc.constantFrom("completed", "disabled", "per_run_cap"),
  ended_early: fc.constantFrom(null, "failed"),
  verdict: fc.constantFrom("confirmed", "declined", "refused"),
  candidate_hash: text,
  outcome: fc.constantFrom("success", "failure", "partial"),
  tool_use_id: fc.constantFrom("t1", "t2"),
  tool_name: text,
  error_class: fc.constantFrom("timeout", "user_denied"),
  workspace_path: fc.constantFrom(ROOT.base, `${ROOT.base}/../b`, "/", "", "relative"),
  draft: fc.boolean(),
  reason: text,
  signals: fc.jsonValue({ maxDepth: 2 }),
  skips: fc.jsonValue({ maxDepth: 2 }),
});
const column = fc.oneof(
  { arbitrary: fc.string({ maxLength: 8 }), weight: 4 },
  {
    arbitrary: fc.constantFrom(null, 3, 1n, new Uint8Array([255]), "01HZZZZZZZZZZZZZZZZZZZZZZZ", ""),
    weight: 1,
  },
);
const row = fc.record({
  id: column,
  timestamp_us: fc.oneof(
    { arbitrary: fc.integer({ min: NOW_US - 10 ** 13, max: NOW_US + 10 ** 11 }), weight: 5 },
    { arbitrary: fc.constantFrom(0, -1, 1.5, 2n ** 62n, null, "1"), weight: 1 },
  ),
  session_id: column,
  turn_id: column,
  parent_event_id: column,
  type: fc.constantFrom(...TYPES),
  actor: fc.constantFrom("user", "agent", "system", "plugin"),
  sensitivity: fc.constantFrom("private", "pseudonymous", "secret"),
  payload_json: fc.oneof(
    { arbitrary: payload.map((drawn) => JSON.stringify(drawn)), weight: 8 },
    { arbitrary: fc.constantFrom("{", "[]", "null", '{"a":1e999}', '{"__proto__":{"root":1}}'), weight: 1 },
  ),
});

const fuzz = fuzzTarget("event row");

fuzz.law("any row is an event or none; an event is written as it was read", row, (drawn) => {
  const event = decodeEventRow(drawn);
  if (event === null) return;
  expect(Number.isSafeInteger(event.timestampUs)).toBe(true);
  // A number beyond all numbers is written as null, so it is the second reading that must be the first.
  const written = encodeEventRow(event);
  const again = decodeEventRow(written);
  expect(again === null ? null : encodeEventRow(again)).toEqual(written);
  const validation = validateEvent(event);
  if (!validation.ok) expect(validation.message).toBeString();
});

function storedOf(rows: readonly Parameters<typeof decodeEventRow>[0][]): readonly StoredEvent[] {
  return rows.flatMap((each, position) => {
    const event = decodeEventRow(each);
    return event === null ? [] : [{ position, event }];
  });
}

const rows = fc.array(row, { maxLength: 8 });

fuzz.law(
  "any trace folds to a history whose numbers can be shown",
  rows,
  (drawn) => {
    const events = storedOf(drawn);
    const history = foldRootHistory({
      events,
      sessionWorkspaces: new Map(events.map(({ event }) => [event.sessionId, ROOT.base])),
      root: ROOT,
      nowUs: NOW_US,
      traceInfo: { oldestTimestampUs: null, sweptAtUs: null },
      facts: null,
      sidecar: EMPTY_SIDECAR,
      isNearestRoot: () => true,
    });
    for (const skill of history.skills.values()) {
      for (const timeUs of [skill.createdAtUs, skill.lastLoadedAtUs, skill.lastTouchedAtUs]) {
        expect(timeUs === null || Number.isSafeInteger(timeUs)).toBe(true);
      }
      expect(skill.effectiveness?.score ?? 0).toBeWithin(0, 1.000001);
    }
    rebuildSidecar(history.acts, ROOT);
  },
  { weight: 2 },
);

fuzz.law(
  "any trace sums to a plain amount that is never negative",
  rows,
  (drawn) => {
    const events = storedOf(drawn);
    expect(foldSpend(events, ROOT.key, DAY)).toMatch(/^\d+(?:\.\d+)?$/);
    expect(foldCuratorSummary(events, ROOT.key, DAY, 0).spendUsd).toMatch(/^\d+(?:\.\d+)?$/);
    foldRunDetail(events, ROOT.key, "run-1");
    joinToolOutcomes(events, DAY);
  },
  { weight: 2 },
);
