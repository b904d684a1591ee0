import { statSync } from "node:fs";
import { TraceError, type TraceStore } from "@metis-curate/core";
import type { SqliteDatabase } from "@metis-curate/sqlite";
import { readCuratorSpend, summarizeDays, summarizeEvents } from "./curator-analytics.ts";
import {
  batchesOf,
  countEvents,
  eventReader,
  hasEvent,
  LOAD_TYPE,
  loadReader,
  readPositions,
  readTraceMarks,
} from "./event-reader.ts";
import { heldAnalytics } from "./held-analytics.ts";
import type { TraceConnection } from "./open-trace-database.ts";
import { type ReadingConnection, readingConnection } from "./reading-connection.ts";
import { readRunDetail, readRunsPage } from "./run-analytics.ts";
import { findOutcomes, findWorkspaces } from "./session-reader.ts";
import { toTraceError, translatingErrors } from "./trace-error.ts";

/**
 * Opens a trace for reading alone: nothing is ever written, also no file beside it (CONTRACTS 12). `append` and
 * `probe` throw `read-only`. Throws `TraceError`: `missing`, `not-a-trace`, `unreadable`, `locked`.
 */
export function openReadingTrace(path: string, timeoutMs: number): TraceStore {
  refuseOtherThanFile(path);
  const connection = readingConnection(path, timeoutMs);
  translatingErrors(path, () => connection.read(() => null));
  return createStore(path, connection);
}

function refuseOtherThanFile(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) throw new TraceError("missing", `no trace database at ${path}`);
  if (!file.isFile()) throw new TraceError("unreadable", `trace ${path} is no regular file`);
}

function createStore(path: string, connection: ReadingConnection): TraceStore {
  const refuse = async (): Promise<never> => {
    throw new TraceError("read-only", `trace ${path} is only read here`);
  };
  const answer = async <T>(work: (open: TraceConnection) => T): Promise<T> =>
    translatingErrors(path, () => connection.read(work));
  const analytics = heldAnalytics(path, (work) => connection.read(({ database }) => work(database)));
  return {
    append: refuse,
    probe: refuse,
    has: (eventId) => answer(({ database }) => hasEvent(database, eventId)),
    info: () =>
      answer(({ database, schemaVersion }) => ({
        path,
        writable: false,
        schemaVersion,
        ...readTraceMarks(database),
      })),
    scan: (types, window) =>
      scan(path, connection, (database) => readPositions(database, types, window), eventReader),
    scanLoads: () => scan(path, connection, (database) => readPositions(database, [LOAD_TYPE]), loadReader),
    findSessionWorkspaces: (ids) =>
      answer(({ database, sessionsReadable }) => findWorkspaces(database, sessionsReadable, ids)),
    findToolOutcomes: (ids, window) => answer(({ database }) => findOutcomes(database, ids, window)),
    sumCuratorSpend: (rootKey, window) =>
      answer(({ database }) => readCuratorSpend(database, rootKey, window)),
    summarizeCurator: (rootKey, window) =>
      analytics.curatorEvents(window).then((events) => summarizeEvents(events, rootKey, window)),
    summarizeCuratorDays: (rootKey, window) =>
      analytics.curatorEvents(window).then((events) => summarizeDays(events, rootKey, window)),
    sumCost: analytics.cost,
    listRuns: (rootKey, query) => answer(({ database }) => readRunsPage(database, rootKey, query)),
    countEvents: (types) => answer(({ database }) => countEvents(database, types)),
    findRun: (rootKey, runId) => answer(({ database }) => readRunDetail(database, rootKey, runId)),
    close: () => {
      analytics.drop();
      connection.close();
    },
  };
}

/** Batch by batch, each an answer of its own: a writer between two of them disturbs neither. */
async function* scan<Batch>(
  path: string,
  connection: ReadingConnection,
  readPlaces: (database: SqliteDatabase) => Float64Array,
  reader: (database: SqliteDatabase) => (positions: Float64Array) => Batch,
): AsyncGenerator<Batch> {
  try {
    for (const positions of batchesOf(connection.read(({ database }) => readPlaces(database)))) {
      yield connection.read(({ database }) => reader(database)(positions));
    }
  } catch (error) {
    throw toTraceError(path, error);
  }
}
