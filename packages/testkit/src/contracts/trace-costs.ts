import { expect, test } from "bun:test";
import {
  COST_GROUPS,
  type CostQuery,
  type EventEnvelope,
  type Payload,
  type TraceStore,
  usdToNumber,
  ZERO_USD,
} from "@metis-curate/core";
import fc from "fast-check";
import { llmCallPayload } from "../arbitraries/llm-call.ts";
import { memoryTraceStore } from "../trace/memory-trace-store.ts";
import { sampleEvent, WHOLE_TIME } from "./trace-sample.ts";

/** A million with `bun run torture`. */
const SMALL_COSTS = process.env["METIS_TORTURE"] === "1" ? 1_000_000 : 10_000;
const PROPERTY_RUNS = 25;
const HOUR_US = 3_600_000_000;
const START_US = 1_780_272_000_000_000;

const EVERYTHING: CostQuery = {
  window: WHOLE_TIME,
  groupBy: "none",
  gatewayKey: null,
  user: null,
  team: null,
  includeWorkers: true,
  includeCurator: false,
};

export interface CostFixture {
  readonly store: TraceStore;
  dispose(): void;
}

/** The laws of `sumCost` (CONTRACTS 12). Called inside a suite of `bun:test`. */
export function costContract(makeFixture: () => CostFixture): void {
  const withStore = async (work: (store: TraceStore) => Promise<void>): Promise<void> => {
    const fixture = makeFixture();
    try {
      await work(fixture.store);
    } finally {
      fixture.dispose();
    }
  };

  test("costs are summed exactly, whichever way they are written", () =>
    withStore(async (store) => {
      const costs = [0.1, 0.2, "0.1", "0.2", "1e-12", "3E-1", 1e-12, "0.0000000000005", "00.10"];
      await store.append(
        costs.map((cost_usd, n) => call(`c${n}`, { cost_usd })),
        "normal",
      );
      const { rows, unpricedCalls } = await store.sumCost(EVERYTHING);
      expect(rows.map(({ costUsd, callCount }) => [String(costUsd), callCount])).toEqual([
        ["1.000000000003", 9],
      ]);
      expect(unpricedCalls).toBe(0);
    }));

  test("many small costs drift by nothing", () =>
    withStore(async (store) => {
      await store.append(
        Array.from({ length: SMALL_COSTS }, (_, n) =>
          call(`c${n}`, { cost_usd: n % 2 === 0 ? 0.000_123 : "0.000123" }),
        ),
        "normal",
      );
      const [row] = (await store.sumCost(EVERYTHING)).rows;
      const expected = (123 * SMALL_COSTS) / 1_000_000;
      expect(String(row?.costUsd)).toBe(String(expected));
      expect(usdToNumber(row?.costUsd ?? ZERO_USD, 6)).toBe(expected);
    }));

  test("sums go beyond what 64 bits of 10^-12 dollars hold", () =>
    withStore(async (store) => {
      await store.append(
        Array.from({ length: 30 }, (_, n) => call(`c${n}`, { cost_usd: "999999.999999999999" })),
        "normal",
      );
      const [row] = (await store.sumCost(EVERYTHING)).rows;
      expect(String(row?.costUsd)).toBe("29999999.99999999997");
    }));

  test("what cannot be read as a cost is counted and costs nothing", () =>
    withStore(async (store) => {
      const costs = [-1, "-1", "abc", "", null, true, "1e9999", 1_000_000, "1000000", ".5", "1.", undefined];
      await store.append(
        costs.map((cost_usd, n) => call(`c${n}`, { cost_usd })),
        "normal",
      );
      const report = await store.sumCost(EVERYTHING);
      expect(report).toMatchObject({ unpricedCalls: costs.length, skippedRows: 0 });
      expect(report.rows).toMatchObject([{ costUsd: "0", callCount: costs.length }]);
    }));

  test("any calls are summed, grouped and filtered as the model does it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall, { maxLength: 25 }), queries, async (drafts, asked) =>
        withStore(async (store) => {
          const events = drafts.map((draft, n) => ({ ...draft, id: `call-${n}` }));
          const model = memoryTraceStore({ events });
          await store.append(events, "normal");
          for (const query of asked) expect(await store.sumCost(query)).toEqual(await model.sumCost(query));
        }),
      ),
      { numRuns: PROPERTY_RUNS },
    );
  });
}

function call(id: string, payload: Payload): EventEnvelope {
  return sampleEvent(id, "llm.call_completed", payload, { actor: "agent" });
}

const anyCall: fc.Arbitrary<EventEnvelope> = fc
  .record({
    payload: llmCallPayload,
    isWorker: fc.boolean(),
    sessionId: fc.constantFrom("session-1", "session-2", ""),
    hours: fc.integer({ min: 0, max: 60 }),
  })
  .map(({ payload, isWorker, sessionId, hours }) =>
    sampleEvent("", "llm.call_completed", payload, {
      actor: isWorker ? "worker" : "agent",
      sessionId,
      timestampUs: START_US + hours * HOUR_US,
    }),
  );

const optional = (...values: readonly string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(...values));

const queries: fc.Arbitrary<readonly CostQuery[]> = fc.array(
  fc
    .record({
      groupBy: fc.constantFrom(...COST_GROUPS),
      gatewayKey: optional("key-1", "absent"),
      user: optional("user-1"),
      team: optional("team-1"),
      includeWorkers: fc.boolean(),
      includeCurator: fc.boolean(),
      from: fc.integer({ min: 0, max: 30 }),
      hours: fc.integer({ min: 0, max: 60 }),
    })
    .map(({ from, hours, ...query }) => {
      const fromUs = START_US + from * HOUR_US;
      return { ...query, window: { fromUs, untilUs: fromUs + hours * HOUR_US } };
    }),
  { minLength: 3, maxLength: 3 },
);
