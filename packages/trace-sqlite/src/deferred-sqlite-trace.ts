import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { foldCost, TraceError, type TraceStore, ZERO_USD } from "@metis-curate/core";
import { TRACE_TIMEOUT_MS } from "./create-trace-database.ts";
import { openReadingTrace } from "./open-reading-trace.ts";
import { openSqliteTrace, type SqliteTraceOptions } from "./open-sqlite-trace.ts";

export interface DeferredTraceOptions extends Omit<SqliteTraceOptions, "create"> {
  /** Whether the first write may make the file; else it throws `missing`. */
  readonly mayCreate: boolean;
  /** Never writes, also no file beside the trace (see `openReadingTrace`). Default false. */
  readonly readOnly?: boolean;
}

export interface DeferredTrace extends TraceStore {
  /** True while there is no file at the path. */
  isAbsent(): boolean;
  /** Opens the file now if there is one. Throws as `openSqliteTrace`. */
  open(): void;
}

/**
 * A trace that need not exist yet: as long as there is no file it answers like an empty one, and reading
 * leaves none behind; the first `probe` or `append` makes it where that is allowed. Throws as
 * `openSqliteTrace` once there is a file.
 */
export function deferredSqliteTrace(path: string, options: DeferredTraceOptions): DeferredTrace {
  const file = resolve(path);
  let opened: TraceStore | null = null;
  const openFile = (): TraceStore =>
    options.readOnly === true
      ? openReadingTrace(file, options.timeoutMs ?? TRACE_TIMEOUT_MS)
      : openSqliteTrace(file, { ...options, create: options.mayCreate });
  const reader = (): TraceStore | null => {
    // Nothing of a file that is only read outlives it.
    if (opened !== null && options.readOnly === true && !existsSync(file)) {
      opened.close();
      opened = null;
    }
    if (opened === null && existsSync(file)) opened = openFile();
    return opened;
  };
  const writer = (): TraceStore => {
    const existing = reader();
    if (existing !== null) return existing;
    if (!options.mayCreate || options.readOnly === true)
      throw new TraceError("missing", `no trace at ${file}`);
    opened = openSqliteTrace(file, { ...options, create: true });
    return opened;
  };
  return {
    isAbsent: () => (opened === null || options.readOnly === true) && !existsSync(file),
    open: () => {
      reader();
    },
    append: async (events, durability) => writer().append(events, durability),
    probe: async () => writer().probe(),
    has: async (eventId) => (await reader()?.has(eventId)) ?? false,
    info: async () => (await reader()?.info()) ?? emptyInfo(file),
    scan: (types, window) =>
      passIfAny(reader, (store) => (window === undefined ? store.scan(types) : store.scan(types, window))),
    scanLoads: () => passIfAny(reader, (store) => store.scanLoads()),
    findSessionWorkspaces: async (ids) => (await reader()?.findSessionWorkspaces(ids)) ?? new Map(),
    findToolOutcomes: async (ids, window) => (await reader()?.findToolOutcomes(ids, window)) ?? [],
    sumCuratorSpend: async (rootKey, window) =>
      (await reader()?.sumCuratorSpend(rootKey, window)) ?? ZERO_USD,
    summarizeCurator: async (rootKey, window) =>
      (await reader()?.summarizeCurator(rootKey, window)) ?? {
        runs: 0,
        actionsTotal: 0,
        actionsByType: {},
        spendUsd: ZERO_USD,
        throttledRuns: 0,
      },
    summarizeCuratorDays: async (rootKey, window) =>
      (await reader()?.summarizeCuratorDays(rootKey, window)) ?? [],
    sumCost: async (query) => (await reader()?.sumCost(query)) ?? foldCost([], [], query, 0),
    listRuns: async (rootKey, query) =>
      (await reader()?.listRuns(rootKey, query)) ?? { runs: [], next: null },
    countEvents: async (types) => (await reader()?.countEvents(types)) ?? 0,
    findRun: async (rootKey, runId) => (await reader()?.findRun(rootKey, runId)) ?? null,
    close: () => {
      opened?.close();
      opened = null;
    },
  };
}

async function* passIfAny<Batch>(
  reader: () => TraceStore | null,
  scan: (store: TraceStore) => AsyncIterable<Batch>,
): AsyncGenerator<Batch> {
  const store = reader();
  if (store !== null) yield* scan(store);
}

function emptyInfo(path: string) {
  return {
    path,
    writable: true,
    schemaVersion: 1,
    newestEventId: null,
    oldestTimestampUs: null,
    sweptAtUs: null,
  };
}
