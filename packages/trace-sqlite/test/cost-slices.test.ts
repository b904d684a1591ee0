import { afterAll, expect, test } from "bun:test";
import { COST_GROUPS, type CostGroup, type CostQuery } from "@metis-curate/core";
import { openDatabase } from "@metis-curate/sqlite";
import { readCost } from "../src/cost-analytics.ts";
import { createTraceSchema } from "../src/create-trace-database.ts";

const CALLS = 200;
const database = openDatabase(":memory:", { mode: "read-write", timeoutMs: 0, synchronous: "normal" });
createTraceSchema(database);
const insert = database.prepare(
  "INSERT INTO events VALUES (?, ?, ?, NULL, NULL, 'llm.call_completed', 'agent', 'private', ?)",
);
for (let n = 0; n < CALLS; n += 1) {
  // Half of them share one microsecond, one is broken, one has no price.
  const atUs = n < CALLS / 2 ? 50 : n;
  const payload = { model: `m${n % 3}`, cost_usd: n === 7 ? "dear" : "0.1", input_tokens: n, latency_ms: n };
  insert.run(`e${n}`, atUs, `s${n % 5}`, n === 11 ? "{" : JSON.stringify(payload));
}
afterAll(() => database.close());

function cost(groupBy: CostGroup, sliceCalls: number, window = { fromUs: 0, untilUs: CALLS }) {
  const filters = { gatewayKey: null, user: null, team: null, includeWorkers: true, includeCurator: false };
  const query: CostQuery = { window, groupBy, ...filters };
  return readCost((work) => work(database), query, sliceCalls);
}

test.each(COST_GROUPS)("costs by %s are the same however long a slice is", async (groupBy) => {
  const whole = await cost(groupBy, 1_000_000);
  expect(whole.skippedRows).toBe(1);
  expect(whole.unpricedCalls).toBe(1);
  for (const sliceCalls of [1, 2, 7, 99, 100, 101, 199, 200]) {
    expect(await cost(groupBy, sliceCalls)).toEqual(whole);
  }
});

test("the ends of the window are those of the question", async () => {
  const { rows } = await cost("none", 3, { fromUs: 50, untilUs: 110 });
  // The broken one is at 50; at 50 are 100, then 100 to 109.
  expect(rows[0]?.callCount).toBe(CALLS / 2 - 1 + 10);
  expect((await cost("none", 3, { fromUs: 51, untilUs: 100 })).rows[0]?.callCount).toBe(0);
});

test("other work gets its turn between two slices", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  let slices = 0;
  const filters = { gatewayKey: null, user: null, team: null, includeWorkers: true, includeCurator: false };
  await readCost(
    (work) => {
      slices += 1;
      const untilMs = performance.now() + 2;
      while (performance.now() < untilMs);
      return work(database);
    },
    { window: { fromUs: 0, untilUs: CALLS }, groupBy: "model", ...filters },
    10,
  );
  clearInterval(timer);
  expect(slices).toBeGreaterThanOrEqual(10);
  expect(turns).toBeGreaterThanOrEqual(3);
});
