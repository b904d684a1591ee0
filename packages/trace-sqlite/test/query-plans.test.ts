import { expect, test } from "bun:test";
import { COST_GROUPS } from "@metis-curate/core";
import { type OpenOptions, openDatabase } from "@metis-curate/sqlite";
import { costStatement } from "../src/cost-sql.ts";
import { createTraceSchema } from "../src/create-trace-database.ts";
import { TRACE_QUERIES } from "../src/trace-queries.ts";

const OPTIONS: OpenOptions = { mode: "read-write", timeoutMs: 0, synchronous: "normal" };
const TYPE_INDEX = "idx_events_type_timestamp (type=?";
const SESSION_INDEX = "idx_events_session_id (session_id=?";

/** For each query, what its plan uses; the last inserted row is the end of the table, read by one step. */
const PLANS: readonly (readonly [string, string, string])[] = [
  ["has", TRACE_QUERIES.has, "SEARCH events USING COVERING INDEX sqlite_autoindex_events_1 (id=?)"],
  ["newestId", TRACE_QUERIES.newestId, "SCAN events"],
  ["oldestTimestamp", TRACE_QUERIES.oldestTimestamp, "idx_events_timestamp_us (timestamp_us>?)"],
  ["lastSweep", TRACE_QUERIES.lastSweep, TYPE_INDEX],
  ["countOfTypes", TRACE_QUERIES.countOfTypes, `SEARCH events USING COVERING INDEX ${TYPE_INDEX}`],
  ["positionsOfType", TRACE_QUERIES.positionsOfType, `SEARCH events USING COVERING INDEX ${TYPE_INDEX}`],
  [
    "positionsOfTypeInWindow",
    TRACE_QUERIES.positionsOfTypeInWindow,
    `SEARCH events USING COVERING INDEX ${TYPE_INDEX} AND timestamp_us>? AND timestamp_us<?)`,
  ],
  ["rowsAtPositions", TRACE_QUERIES.rowsAtPositions, "SEARCH events USING INTEGER PRIMARY KEY (rowid=?)"],
  ["loadsAtPositions", TRACE_QUERIES.loadsAtPositions, "SEARCH events USING INTEGER PRIMARY KEY (rowid=?)"],
  ["rowsAfter", TRACE_QUERIES.rowsAfter, "SEARCH events USING INTEGER PRIMARY KEY (rowid>?)"],
  ["eventsOfType", TRACE_QUERIES.eventsOfType, TYPE_INDEX],
  ["nextCalls", TRACE_QUERIES.nextCalls, `SEARCH events USING COVERING INDEX ${TYPE_INDEX}`],
  ["eventsOfRuns", TRACE_QUERIES.eventsOfRuns, TYPE_INDEX],
  ["anySessionCreated", TRACE_QUERIES.anySessionCreated, TYPE_INDEX],
  ["sessionCreated", TRACE_QUERIES.sessionCreated, SESSION_INDEX],
  ["toolEventsOfSessions", TRACE_QUERIES.toolEventsOfSessions, SESSION_INDEX],
];

test.each(PLANS)("%s uses its index and walks over nothing", (name, sql, expected) => {
  const database = openDatabase(":memory:", OPTIONS);
  createTraceSchema(database);
  const values = Array.from(sql.matchAll(/\?/g), () => null);
  const plan = database
    .prepare<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map(({ detail }) => detail);
  expect(plan.join("\n")).toContain(expected);
  expect(plan.some((line) => line.includes("TEMP B-TREE"))).toBe(false);
  if (name !== "newestId") expect(plan.filter((line) => line.startsWith("SCAN events"))).toEqual([]);
  database.close();
});

test.each(COST_GROUPS)("costs by %s walk over the calls of the window once", (groupBy) => {
  const database = openDatabase(":memory:", OPTIONS);
  createTraceSchema(database);
  const { sql, params } = costStatement({
    window: { fromUs: 0, untilUs: 1 },
    groupBy,
    gatewayKey: "key",
    user: "user",
    team: "team",
    includeWorkers: false,
    includeCurator: true,
  });
  const plan = database
    .prepare<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...params)
    .map(({ detail }) => detail);
  expect(plan.filter((line) => line.includes("events"))).toEqual([
    `SEARCH events USING INDEX ${TYPE_INDEX} AND timestamp_us>? AND timestamp_us<?)`,
  ]);
  expect(plan.filter((line) => line.includes("MATERIALIZE"))).toEqual([]);
  database.close();
});

test("every query of the store has an asserted plan", () => {
  const asserted = new Set(PLANS.map(([, sql]) => sql));
  const others = Object.values(TRACE_QUERIES).filter((sql) => !asserted.has(sql));
  expect(others).toEqual([TRACE_QUERIES.insert]);
});
