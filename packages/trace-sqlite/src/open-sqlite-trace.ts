import { resolve } from "node:path";
import type { Logger, TraceStore } from "@metis-curate/core";
import { readCost } from "./cost-analytics.ts";
import { TRACE_TIMEOUT_MS } from "./create-trace-database.ts";
import { readCuratorEvents, readCuratorSpend, summarizeDays, summarizeEvents } from "./curator-analytics.ts";
import { countEvents, hasEvent, readTraceMarks, scanEvents, scanLoads } from "./event-reader.ts";
import { createEventWriter } from "./event-writer.ts";
import { openTraceDatabase, type TraceConnection } from "./open-trace-database.ts";
import { readRunDetail, readRunsPage } from "./run-analytics.ts";
import { findOutcomes, findWorkspaces } from "./session-reader.ts";
import { toTraceError, translatingErrors, translatingRejections } from "./trace-error.ts";

export interface SqliteTraceOptions {
  /** Makes a missing (or empty) file, and its directory. Default false: a missing one throws `missing`. */
  readonly create?: boolean;
  /** How long to wait for another program's lock. Default 10 s. */
  readonly timeoutMs?: number;
  /** Hears once why a trace is read-only or has no write-ahead log. */
  readonly logger?: Logger;
}

/**
 * Opens the trace at a path, or a private one for `:memory:`. A file that may not be written, or whose schema
 * is newer, is opened read-only: it answers, and `append` and `probe` throw `read-only` with the cause.
 * Throws `TraceError`: `missing`, `not-a-trace` (no SQLite, no events table, other columns), `unreadable`,
 * `locked` (another program held it longer than `timeoutMs`). CONTRACTS 4.1.
 */
export function openSqliteTrace(path: string, options: SqliteTraceOptions = {}): TraceStore {
  const timeoutMs = options.timeoutMs ?? TRACE_TIMEOUT_MS;
  const file = path === ":memory:" ? path : resolve(path);
  const connection = translatingErrors(file, () =>
    openTraceDatabase(file, { timeoutMs, create: options.create ?? false }),
  );
  if (options.logger) report(options.logger, file, connection);
  return createStore(file, connection, timeoutMs);
}

function createStore(path: string, connection: TraceConnection, timeoutMs: number): TraceStore {
  const { database, sessionsReadable, schemaVersion, readOnlyReason } = connection;
  const writer = translatingErrors(path, () => createEventWriter(path, connection, timeoutMs));
  const answer = async <T>(work: () => T): Promise<T> => translatingErrors(path, work);
  return {
    append: writer.append,
    probe: writer.probe,
    has: (eventId) => answer(() => hasEvent(database, eventId)),
    info: () =>
      answer(() => ({ path, writable: readOnlyReason === null, schemaVersion, ...readTraceMarks(database) })),
    scan: (types, window) => passOn(path, () => scanEvents(database, types, window)),
    scanLoads: () => passOn(path, () => scanLoads(database)),
    findSessionWorkspaces: (ids) => answer(() => findWorkspaces(database, sessionsReadable, ids)),
    findToolOutcomes: (ids, window) => answer(() => findOutcomes(database, ids, window)),
    sumCuratorSpend: (rootKey, window) => answer(() => readCuratorSpend(database, rootKey, window)),
    summarizeCurator: (rootKey, window) =>
      answer(() => summarizeEvents(readCuratorEvents(database, window), rootKey, window)),
    summarizeCuratorDays: (rootKey, window) =>
      answer(() => summarizeDays(readCuratorEvents(database, window), rootKey, window)),
    sumCost: (query) =>
      translatingRejections(
        path,
        readCost((work) => work(database), query),
      ),
    listRuns: (rootKey, query) => answer(() => readRunsPage(database, rootKey, query)),
    countEvents: (types) => answer(() => countEvents(database, types)),
    findRun: (rootKey, runId) => answer(() => readRunDetail(database, rootKey, runId)),
    close: () => {
      writer.close();
      database.close();
    },
  };
}

async function* passOn<Batch>(path: string, scan: () => Iterable<Batch>): AsyncGenerator<Batch> {
  try {
    yield* scan();
  } catch (error) {
    throw toTraceError(path, error);
  }
}

function report(logger: Logger, path: string, { database, readOnlyReason }: TraceConnection): void {
  if (readOnlyReason !== null) {
    logger.log("warning", `trace ${path} is opened read-only: ${readOnlyReason}`);
  } else if (database.journalMode !== "wal" && path !== ":memory:") {
    logger.log(
      "warning",
      `the file system of ${path} has no write-ahead log; using the ${database.journalMode} journal: readers and writers wait for each other`,
    );
  }
}
