import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LoadEvent, TraceStore } from "@metis-curate/core";
import { immediateTransaction, openDatabase, type SqlValue } from "@metis-curate/sqlite";
import fc from "fast-check";
import { openReadingTrace, openSqliteTrace } from "../src/index.ts";

/** As another program without constraints might leave it. */
const LOOSE_SQL =
  "CREATE TABLE events(id, timestamp_us, session_id, turn_id, parent_event_id, type, actor, sensitivity, payload_json)";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-loads-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

const oddValue = fc.constantFrom<SqlValue>(null, 7, -1, 1.5, 2n ** 62n, "", "text", new Uint8Array([255]));
const column = (usual: SqlValue) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant<SqlValue>(usual) }, { weight: 1, arbitrary: oddValue });
const payload = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify({ value })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<SqlValue>(
      "{",
      "[]",
      "null",
      '{"root":"a","root":"b"}',
      '{"a":"\\ud800"}',
      null,
      5,
    ),
  },
);
const row = fc.tuple(
  column("id"),
  fc.oneof(fc.integer({ min: 0, max: 9 }), oddValue),
  column("s"),
  column(null),
  column(null),
  fc.constantFrom("skill.loaded", "skill.loaded", "skill.created"),
  column("agent"),
  column("pseudonymous"),
  payload,
);

interface Read {
  readonly loads: readonly LoadEvent[];
  readonly broken: number;
}

function byText(loads: readonly LoadEvent[]): readonly LoadEvent[] {
  return loads.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}

async function readLoads(store: TraceStore): Promise<Read> {
  const loads: LoadEvent[] = [];
  let broken = 0;
  for await (const batch of store.scanLoads()) {
    loads.push(...batch.loads);
    broken += batch.broken;
  }
  return { loads: byText(loads), broken };
}

async function readAsEvents(store: TraceStore): Promise<Read> {
  const loads: LoadEvent[] = [];
  let broken = 0;
  for await (const batch of store.scan(["skill.loaded"])) {
    for (const { event } of batch.events) {
      const { id, timestampUs, sessionId, payload: said } = event;
      loads.push({ id, timestampUs, sessionId, payload: said });
    }
    broken += batch.broken;
  }
  return { loads: byText(loads), broken };
}

test("loads are what a scan of them says, whatever a program left in their rows", async () => {
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
      serial += 1;
      const path = join(directory, `${serial}.db`);
      const database = openDatabase(path, {
        mode: "read-write",
        create: true,
        timeoutMs: 0,
        synchronous: "normal",
      });
      database.exec(LOOSE_SQL);
      const insert = database.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
      immediateTransaction(database, () => {
        for (const values of rows) insert.run(...values);
      });
      database.close();
      for (const store of [openSqliteTrace(path), openReadingTrace(path, 1_000)]) {
        expect(await readLoads(store)).toEqual(await readAsEvents(store));
        store.close();
      }
    }),
    { numRuns: 100 },
  );
});
