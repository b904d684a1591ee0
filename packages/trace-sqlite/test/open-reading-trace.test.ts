import type { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deferredSqliteTrace, openReadingTrace, openSqliteTrace } from "../src/index.ts";
import { METIS_EVENTS_SQL, METIS_SESSIONS_SQL, makeMetisDatabase } from "./metis-database.ts";

let directory = "";
let path = "";

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  path = join(directory, "metis.db");
});

afterEach(() => {
  chmodSync(directory, 0o755);
  rmSync(directory, { recursive: true });
});

/** No prepared statement: one that is left keeps the log after `close`. */
function insertLoad(metis: Database, id: string): void {
  metis.exec(
    `INSERT INTO events VALUES ('${id}', 1, 's', NULL, NULL, 'skill.loaded', 'agent', 'pseudonymous', '{}')`,
  );
}

/** A database as another program leaves it when it ends: no log beside it. */
function makeQuietDatabase(): void {
  const metis = makeMetisDatabase(path, METIS_EVENTS_SQL + METIS_SESSIONS_SQL);
  insertLoad(metis, "first");
  metis.close();
  expect(readdirSync(directory)).toEqual(["metis.db"]);
}

async function countEvents(store: ReturnType<typeof openReadingTrace>): Promise<number> {
  let count = 0;
  for await (const { events } of store.scan(["skill.loaded"])) count += events.length;
  return count;
}

describe("a trace that is only read", () => {
  test("answers without leaving or changing a file", async () => {
    makeQuietDatabase();
    const before = readFileSync(path);
    const store = openReadingTrace(path, 1_000);
    expect(await countEvents(store)).toBe(1);
    expect(await store.info()).toMatchObject({ writable: false, newestEventId: "first" });
    expect(readdirSync(directory)).toEqual(["metis.db"]);
    store.close();
    expect(readdirSync(directory)).toEqual(["metis.db"]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("sees what another program writes, while that has it open and after", async () => {
    makeQuietDatabase();
    const store = openReadingTrace(path, 1_000);
    expect(await countEvents(store)).toBe(1);
    const metis = makeMetisDatabase(path, "PRAGMA busy_timeout = 1000");
    insertLoad(metis, "second");
    expect(await countEvents(store)).toBe(2);
    metis.close();
    expect(await countEvents(store)).toBe(2);
    const again = makeMetisDatabase(path, "PRAGMA busy_timeout = 1000");
    insertLoad(again, "third");
    again.close();
    expect(await countEvents(store)).toBe(3);
    store.close();
  });

  test("sums anew what another program adds, changes and takes away", async () => {
    makeQuietDatabase();
    const store = openReadingTrace(path, 1_000);
    const window = { fromUs: 0, untilUs: 100 };
    const filters = { gatewayKey: null, user: null, team: null, includeWorkers: true, includeCurator: false };
    const numbers = async () => {
      const { runs, skippedRows } = await store.summarizeCurator(null, window);
      const [row] = (await store.sumCost({ window, groupBy: "none", ...filters })).rows;
      return { runs, skipped: skippedRows ?? 0, calls: row?.callCount };
    };
    let agedAt = 1_000_000;
    /** As if the last write were long ago, so that an answer may be held. */
    const age = () => {
      agedAt += 1;
      utimesSync(path, agedAt, agedAt);
    };
    const write = (sql: string) => {
      const metis = makeMetisDatabase(path, "PRAGMA busy_timeout = 1000");
      metis.exec(sql);
      metis.close();
      age();
    };
    const row = (id: string, type: string) =>
      `INSERT INTO events VALUES ('${id}', 1, 's', NULL, NULL, '${type}', 'agent', 'pseudonymous', '{}');`;
    age();
    expect([await numbers(), await numbers()]).toEqual(Array(2).fill({ runs: 0, skipped: 0, calls: 0 }));
    write(row("run", "curator.run_started") + row("call", "llm.call_completed"));
    expect([await numbers(), await numbers()]).toEqual(Array(2).fill({ runs: 1, skipped: 0, calls: 1 }));
    write("UPDATE events SET payload_json = '{' WHERE id = 'run'");
    expect(await numbers()).toEqual({ runs: 0, skipped: 1, calls: 1 });
    write("DELETE FROM events WHERE id IN ('run', 'call')");
    expect(await numbers()).toEqual({ runs: 0, skipped: 0, calls: 0 });
    store.close();
  });

  test("goes on with a scan while another program writes and checkpoints", async () => {
    const metis = makeMetisDatabase(path, METIS_EVENTS_SQL);
    metis.exec("BEGIN");
    for (let n = 0; n < 1_200; n += 1) insertLoad(metis, `e${n}`);
    metis.exec("COMMIT");
    metis.close();
    const store = openReadingTrace(path, 1_000);
    const ids: string[] = [];
    for await (const { events } of store.scan(["skill.loaded"])) {
      ids.push(...events.map(({ event }) => event.id));
      const rival = makeMetisDatabase(path, "PRAGMA busy_timeout = 1000");
      insertLoad(rival, `rival-${ids.length}`);
      rival.close();
    }
    expect(ids).toEqual(Array.from({ length: 1_200 }, (_, n) => `e${n}`));
    store.close();
  });

  test("refuses to write", async () => {
    makeQuietDatabase();
    const store = openReadingTrace(path, 1_000);
    for (const write of [store.append([], "normal"), store.probe()]) {
      expect(await write.catch((error: unknown) => error)).toMatchObject({ kind: "read-only" });
    }
    store.close();
  });

  test("works in a directory that may not be written", async () => {
    makeQuietDatabase();
    chmodSync(directory, 0o555);
    const store = openReadingTrace(path, 1_000);
    expect(await countEvents(store)).toBe(1);
    store.close();
  });

  test("says that another program holds the database", async () => {
    const metis = makeMetisDatabase(path, `PRAGMA journal_mode = DELETE; ${METIS_EVENTS_SQL}`);
    const store = openReadingTrace(path, 50);
    metis.exec("BEGIN EXCLUSIVE");
    const error = await store.findRun(null, "run").catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: "locked" });
    metis.exec("COMMIT");
    expect(await store.findRun(null, "run")).toBeNull();
    store.close();
    metis.close();
  });

  test("says what is wrong with a file that is no trace", () => {
    writeFileSync(path, "no database at all, but long enough to look at".repeat(40));
    mkdirSync(join(directory, "dir"));
    for (const [name, kind] of [
      ["metis.db", "not-a-trace"],
      ["dir", "unreadable"],
      ["absent.db", "missing"],
    ] as const) {
      expect(() => openReadingTrace(join(directory, name), 100)).toThrow(expect.objectContaining({ kind }));
    }
  });

  test("answers as empty before the file is there and after it is gone", async () => {
    const store = deferredSqliteTrace(path, { mayCreate: true, readOnly: true });
    expect(await countEvents(store)).toBe(0);
    expect(await store.listRuns(null, { window: { fromUs: 0, untilUs: 1 }, after: null, limit: 1 })).toEqual({
      runs: [],
      next: null,
    });
    expect(store.isAbsent()).toBe(true);
    expect(await store.probe().catch((error: unknown) => error)).toMatchObject({ kind: "missing" });
    expect(readdirSync(directory)).toEqual([]);
    openSqliteTrace(path, { create: true }).close();
    expect(store.isAbsent()).toBe(false);
    expect((await store.info()).writable).toBe(false);
    for (const name of readdirSync(directory)) rmSync(join(directory, name));
    expect(await countEvents(store)).toBe(0);
    store.close();
  });
});
