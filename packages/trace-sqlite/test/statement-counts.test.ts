import { afterAll, beforeAll, expect, test } from "bun:test";
import { COST_GROUPS } from "@metis-curate/core";
import { openDatabase, type SqliteDatabase, type SqliteStatement } from "@metis-curate/sqlite";
import { readCost } from "../src/cost-analytics.ts";
import { createTraceSchema } from "../src/create-trace-database.ts";
import { readCuratorEvents } from "../src/curator-analytics.ts";
import { readRunDetail, readRunsPage } from "../src/run-analytics.ts";

const WINDOW = { fromUs: 0, untilUs: 1_000_000_000 };
const TYPES = [
  "curator.run_started",
  "curator.call_started",
  "curator.call_completed",
  "skill.curated",
  "curator.run_finished",
  "llm.call_completed",
];

/** Counts the statements that are run, however they are read. */
function counting(database: SqliteDatabase) {
  let runs = 0;
  const counted = <Row>(statement: SqliteStatement<Row>): SqliteStatement<Row> => {
    const once = <A extends readonly unknown[], T>(work: (...values: A) => T) => {
      return (...values: A): T => {
        runs += 1;
        return work(...values);
      };
    };
    return {
      run: once((...values) => statement.run(...values)),
      get: once((...values) => statement.get(...values)),
      all: once((...values) => statement.all(...values)),
      iterate: once((...values) => statement.iterate(...values)),
    };
  };
  const observed = Object.create(database, {
    prepare: { value: (sql: string) => counted(database.prepare(sql)) },
  }) as SqliteDatabase;
  return {
    database: observed,
    countOf: async (work: () => unknown): Promise<number> => {
      runs = 0;
      await work();
      return runs;
    },
  };
}

function makeTrace(runs: number): SqliteDatabase {
  const database = openDatabase(":memory:", { mode: "read-write", timeoutMs: 0, synchronous: "normal" });
  createTraceSchema(database);
  const insert = database.prepare(
    "INSERT INTO events VALUES (?, ?, ?, NULL, NULL, ?, 'system', 'private', ?)",
  );
  for (let run = 0; run < runs; run += 1) {
    for (const [index, type] of TYPES.entries()) {
      const payload = {
        curator_run_id: `run-${run}`,
        call_id: `call-${run}`,
        cost_usd: "0.1",
        model: `m${run}`,
      };
      insert.run(`${run}-${index}`, run * 10 + index, `s${run}`, type, JSON.stringify(payload));
    }
  }
  return database;
}

const small = makeTrace(1);
const large = makeTrace(300);

afterAll(() => {
  small.close();
  large.close();
});

beforeAll(() => {
  expect(readRunsPage(large, null, { window: WINDOW, after: null, limit: 100 }).runs).toHaveLength(100);
});

const QUESTIONS: readonly (readonly [string, (database: SqliteDatabase) => unknown])[] = [
  ["the summary and the days", (database) => readCuratorEvents(database, WINDOW)],
  ["a page of runs", (database) => readRunsPage(database, null, { window: WINDOW, after: null, limit: 100 })],
  ["one run", (database) => readRunDetail(database, null, "run-0")],
  ...COST_GROUPS.map((groupBy) => {
    const filters = { gatewayKey: null, user: null, team: null, includeWorkers: true, includeCurator: true };
    const question = (database: SqliteDatabase) =>
      readCost((work) => work(database), { window: WINDOW, groupBy, ...filters });
    return [`costs by ${groupBy}`, question] as const;
  }),
];

test.each(QUESTIONS)("%s takes as many statements of a large trace as of a small one", async (_name, ask) => {
  const asked = [small, large].map((trace) => {
    const { database, countOf } = counting(trace);
    return countOf(() => ask(database));
  });
  const [few, many] = await Promise.all(asked);
  expect(many).toBe(few as number);
  expect(many).toBeLessThanOrEqual(6);
});
