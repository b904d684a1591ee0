import { type Durability, type EventEnvelope, type EventLog, TraceError } from "@metis-curate/core";
import {
  immediateTransaction,
  openDatabase,
  type SqliteDatabase,
  type SqliteStatement,
} from "@metis-curate/sqlite";
import type { TraceConnection } from "./open-trace-database.ts";
import { openedFile } from "./opened-file.ts";
import { translatingErrors } from "./trace-error.ts";
import { TRACE_QUERIES } from "./trace-queries.ts";

export interface EventWriter extends Pick<EventLog, "append" | "probe"> {
  close(): void;
}

interface Inserter {
  readonly database: SqliteDatabase;
  readonly insert: SqliteStatement<never>;
}

/** An event nobody keeps: inserted and rolled back to prove that writing works. */
const PROBE_ROW = ["probe", 0, "probe", null, null, "probe", "system", "private", "{}"] as const;

/**
 * Returns the writing half of the store. `full` appends go through a second connection that syncs at every
 * commit; it is opened at the first of them. A database that was removed or replaced since is written to no more.
 * CONTRACTS 4.8.
 */
export function createEventWriter(path: string, connection: TraceConnection, timeoutMs: number): EventWriter {
  const normal = connection.readOnlyReason === null ? prepareInserter(connection.database) : null;
  let full: Inserter | null = path === ":memory:" ? normal : null;
  const assertInPlace = path === ":memory:" ? () => {} : openedFile(path);

  const inserterFor = (durability: Durability): Inserter => {
    if (normal === null) {
      throw new TraceError("read-only", `trace ${path} is read-only: ${connection.readOnlyReason}`);
    }
    assertInPlace();
    if (durability === "normal") return normal;
    full ??= prepareInserter(openDatabase(path, { mode: "read-write", timeoutMs, synchronous: "full" }));
    return full;
  };

  return {
    append: async (events, durability) =>
      translatingErrors(path, () => {
        const inserter = inserterFor(durability);
        return events.length === 0 ? [] : insertAll(inserter, events);
      }),
    probe: async () => translatingErrors(path, () => probeWrite(inserterFor("full"))),
    close: () => {
      if (full !== normal) full?.database.close();
    },
  };
}

function prepareInserter(database: SqliteDatabase): Inserter {
  return { database, insert: database.prepare<never>(TRACE_QUERIES.insert) };
}

function insertAll({ database, insert }: Inserter, events: readonly EventEnvelope[]): readonly string[] {
  return immediateTransaction(database, () => {
    const fresh: string[] = [];
    for (const event of events) {
      const changes = insert.run(
        event.id,
        event.timestampUs,
        event.sessionId,
        event.turnId,
        event.parentEventId,
        event.type,
        event.actor,
        event.sensitivity,
        JSON.stringify(event.payload),
      );
      if (changes === 1) fresh.push(event.id);
    }
    return fresh;
  });
}

function probeWrite({ database, insert }: Inserter): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    insert.run(...PROBE_ROW);
  } finally {
    if (database.inTransaction) database.exec("ROLLBACK");
  }
}
