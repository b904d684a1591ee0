import { expect, test } from "bun:test";
import { traceArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";
import {
  COST_GROUPS,
  type CostQuery,
  type EventEnvelope,
  foldCost,
  foldSpend,
  picoUsdOf,
  SPEND_EVENT_TYPES,
  type StoredEvent,
  usdFromPico,
} from "../../src/index.ts";

const DAY_US = 86_400_000_000;
const START_US = 1_780_272_000_000_000;

const scripts = fc.record({
  trace: traceArbitrary({ calls: true, eventsMax: 60 }),
  groupBy: fc.constantFrom(...COST_GROUPS),
  from: fc.integer({ min: -1, max: 121 }),
  days: fc.integer({ min: 1, max: 130 }),
  includeWorkers: fc.boolean(),
  includeCurator: fc.boolean(),
});

function queryOf(script: typeof scripts extends fc.Arbitrary<infer S> ? S : never): CostQuery {
  const fromUs = START_US + script.from * DAY_US;
  return {
    window: { fromUs, untilUs: fromUs + script.days * DAY_US },
    groupBy: script.groupBy,
    gatewayKey: null,
    user: null,
    team: null,
    includeWorkers: script.includeWorkers,
    includeCurator: script.includeCurator,
  };
}

const stored = (trace: readonly EventEnvelope[]): readonly StoredEvent[] =>
  trace.map((event, position) => ({ event, position }));

function isWanted({ type, timestampUs, actor, payload }: EventEnvelope, query: CostQuery): boolean {
  const isCall = type === "llm.call_completed";
  const isInside = timestampUs >= query.window.fromUs && timestampUs < query.window.untilUs;
  const parent = payload["parent_session_id"];
  const isWorker = actor === "worker" || (typeof parent === "string" && parent.length > 0);
  return isCall && isInside && (query.includeWorkers || !isWorker);
}

test("every call is in exactly one group, and the groups sum to the whole", () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const query = queryOf(script);
      const report = foldCost(stored(script.trace), stored(script.trace), query, 0);
      const calls = script.trace.filter((event) => isWanted(event, query));
      const total = calls.reduce((sum, { payload }) => sum + (picoUsdOf(payload["cost_usd"]) ?? 0n), 0n);
      const summed = report.rows.reduce((sum, { costUsd }) => sum + (picoUsdOf(costUsd) ?? 0n), 0n);
      expect(report.rows.reduce((sum, { callCount }) => sum + callCount, 0)).toBe(calls.length);
      expect(usdFromPico(summed)).toBe(usdFromPico(total));
      expect(new Set(report.rows.map(({ key }) => JSON.stringify(key))).size).toBe(report.rows.length);
    }),
  );
});

test("the curator's spend in the groups is the spend of the window", () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const query = { ...queryOf(script), includeCurator: true };
      const events = stored(script.trace);
      const spend = foldSpend(
        events.filter(({ event }) => (SPEND_EVENT_TYPES as readonly string[]).includes(event.type)),
        null,
        query.window,
      );
      const report = foldCost(events, events, query, 0);
      expect(report.curatorCostUsd).toBe(spend);
      const inGroups = report.rows.reduce((sum, row) => sum + (picoUsdOf(row.curatorCostUsd) ?? 0n), 0n);
      expect(usdFromPico(inGroups)).toBe(spend);
    }),
  );
});

test("neither the order of events nor what lies outside the window changes an answer", () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const query = queryOf(script);
      const all = stored(script.trace);
      const inside = all.filter(
        ({ event }) =>
          event.type !== "llm.call_completed" || isWanted(event, { ...query, includeWorkers: true }),
      );
      const report = foldCost(all, all, query, 0);
      expect(foldCost(all.toReversed(), all.toReversed(), query, 0)).toEqual(report);
      expect(foldCost(inside, all, query, 0)).toEqual(report);
    }),
  );
});

test("days and hours rise, everything else falls by cost", () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const query = queryOf(script);
      const { rows } = foldCost(stored(script.trace), [], query, 0);
      const isBucket = query.groupBy === "day" || query.groupBy === "hour";
      for (const [index, row] of rows.entries()) {
        const before = rows[index - 1];
        if (before === undefined) continue;
        if (isBucket) expect(String(before.key[0]) < String(row.key[0])).toBe(true);
        else expect(picoUsdOf(before.costUsd) ?? 0n).toBeGreaterThanOrEqual(picoUsdOf(row.costUsd) ?? 0n);
      }
    }),
  );
});
