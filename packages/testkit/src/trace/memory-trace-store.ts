import {
  type AnalyticsReader,
  CURATOR_SUMMARY_EVENT_TYPES,
  decodeEventRow,
  type EventBatch,
  type EventEnvelope,
  encodeEventRow,
  foldCost,
  foldCuratorDays,
  foldCuratorSummary,
  foldRunDetail,
  foldRunsPage,
  foldSpend,
  joinToolOutcomes,
  type LoadBatch,
  pageRunStarts,
  RUN_EVENT_TYPES,
  runEventsWindow,
  SPEND_EVENT_TYPES,
  type StoredEvent,
  spendScanWindow,
  type TimeWindow,
  TOOL_EVENT_TYPES,
  TraceError,
  type TraceStore,
  type UntrustedEventRow,
} from "@metis-curate/core";

export interface MemoryTraceOptions {
  /** Events the store starts with, in this order. */
  readonly events?: readonly EventEnvelope[];
  /** What the `sessions` table of a Metis database would say: workspace path by session id. */
  readonly sessions?: ReadonlyMap<string, string>;
  /** Makes every write fail as on a read-only file. */
  readonly readOnly?: boolean;
}

export interface MemoryTraceStore extends TraceStore {
  /** Everything that can be read, in order of insertion. */
  readonly events: readonly EventEnvelope[];
  /** Adds a row as another program might have left it, broken or not. */
  insertRow(row: UntrustedEventRow): void;
}

/** Events per batch of a scan. */
const BATCH_SIZE = 100;

/** Returns a trace in memory that behaves like the one on SQLite: rows are kept encoded, ids are unique. */
export function memoryTraceStore(options: MemoryTraceOptions = {}): MemoryTraceStore {
  const rows: UntrustedEventRow[] = [];
  const ids = new Set<unknown>();
  const insert = (row: UntrustedEventRow): boolean => {
    if (ids.has(row.id)) return false;
    ids.add(row.id);
    rows.push(row);
    return true;
  };
  const read = (types: readonly string[], window?: TimeWindow): readonly StoredEvent[] =>
    rows.flatMap((row, position) => {
      if (!matches(row, types, window)) return [];
      const event = decodeEventRow(row);
      return event === null ? [] : [{ position, event }];
    });
  const rowsOf = (types: readonly string[], window?: TimeWindow) =>
    rows.flatMap((row, position) => (matches(row, types, window) ? [{ row, position }] : []));
  const assertWritable = () => {
    if (options.readOnly) throw new TraceError("read-only", "the trace in memory was made read-only");
  };
  for (const event of options.events ?? []) insert(encodeEventRow(event));

  return {
    get events() {
      return rows.flatMap((row) => decodeEventRow(row) ?? []);
    },
    insertRow: (row) => {
      insert(row);
    },
    append: async (events) => {
      assertWritable();
      return events.filter((event) => insert(encodeEventRow(event))).map(({ id }) => id);
    },
    probe: async () => assertWritable(),
    has: async (eventId) => ids.has(eventId),
    info: async () => ({
      path: ":memory:",
      writable: options.readOnly !== true,
      schemaVersion: 1,
      newestEventId: textOrNull(rows.at(-1)?.id),
      oldestTimestampUs: extremeTime(rows, Math.min),
      sweptAtUs: extremeTime(
        rows.filter(({ type }) => type === "trace.swept"),
        Math.max,
      ),
    }),
    scan: (types, window) => batches(rowsOf(types, window)),
    scanLoads: () => loadsOf(batches(rowsOf(["skill.loaded"]))),
    findSessionWorkspaces: async (sessionIds) =>
      findWorkspaces(read(["session.created"]), options.sessions ?? new Map(), new Set(sessionIds)),
    findToolOutcomes: async (sessionIds, window) => {
      const wanted = new Set(sessionIds);
      return joinToolOutcomes(
        read(TOOL_EVENT_TYPES).filter(({ event }) => wanted.has(event.sessionId)),
        window,
      );
    },
    sumCuratorSpend: async (rootKey, window) =>
      foldSpend(read(SPEND_EVENT_TYPES, spendScanWindow(window)), rootKey, window),
    countEvents: async (types) => rows.filter(({ type }) => types.some((wanted) => wanted === type)).length,
    ...analytics(read, (types, window) => countBroken(rows, types, window)),
    close: () => {},
  };
}

type ReadEvents = (types: readonly string[], window?: TimeWindow) => readonly StoredEvent[];

function analytics(
  read: ReadEvents,
  broken: (types: readonly string[], window: TimeWindow) => number,
): Omit<AnalyticsReader, "countEvents"> {
  const around = (window: TimeWindow) => read(CURATOR_SUMMARY_EVENT_TYPES, spendScanWindow(window));
  return {
    summarizeCurator: async (rootKey, window) =>
      foldCuratorSummary(around(window), rootKey, window, broken(CURATOR_SUMMARY_EVENT_TYPES, window)),
    summarizeCuratorDays: async (rootKey, window) => foldCuratorDays(around(window), rootKey, window),
    sumCost: async (query) => {
      const types = ["llm.call_completed", ...(query.includeCurator ? SPEND_EVENT_TYPES : [])];
      const curatorEvents = read(SPEND_EVENT_TYPES, spendScanWindow(query.window));
      return foldCost(
        read(["llm.call_completed"], query.window),
        curatorEvents,
        query,
        broken(types, query.window),
      );
    },
    listRuns: async (rootKey, query) => {
      const page = pageRunStarts(read(["curator.run_started"], query.window), rootKey, query);
      if (page.length === 0) return { runs: [], next: null };
      const events = RUN_EVENT_TYPES.flatMap((type) => read([type], runEventsWindow(page, type)));
      return foldRunsPage(page, events, rootKey, query.limit);
    },
    findRun: async (rootKey, runId) => foldRunDetail(read(RUN_EVENT_TYPES), rootKey, runId),
  };
}

/** Rows of these types inside the window that are no events. */
function countBroken(
  rows: readonly UntrustedEventRow[],
  types: readonly string[],
  window: TimeWindow,
): number {
  return rows.filter((row) => matches(row, types, window) && decodeEventRow(row) === null).length;
}

function matches(row: UntrustedEventRow, types: readonly string[], window?: TimeWindow): boolean {
  if (typeof row.type !== "string" || !types.includes(row.type)) return false;
  if (window === undefined) return true;
  const us = row.timestamp_us;
  return typeof us === "number" && us >= window.fromUs && us < window.untilUs;
}

async function* batches(
  rows: readonly { readonly row: UntrustedEventRow; readonly position: number }[],
): AsyncGenerator<EventBatch> {
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const slice = rows.slice(start, start + BATCH_SIZE);
    const events = slice.flatMap(({ row, position }) => {
      const event = decodeEventRow(row);
      return event === null ? [] : [{ position, event }];
    });
    yield { events, broken: slice.length - events.length };
  }
}

async function* loadsOf(events: AsyncIterable<EventBatch>): AsyncGenerator<LoadBatch> {
  for await (const { events: stored, broken } of events)
    yield { loads: stored.map(({ event }) => event), broken };
}

/** The session's first `session.created` by id wins, as in SQLite's index order. */
function findWorkspaces(
  created: readonly StoredEvent[],
  sessions: ReadonlyMap<string, string>,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const first = new Map<string, EventEnvelope>();
  for (const { event } of created) {
    const known = first.get(event.sessionId);
    if (known === undefined || event.id < known.id) first.set(event.sessionId, event);
  }
  const paths = [...wanted].map((id) => [
    id,
    textOrNull(first.get(id)?.payload["workspace_path"]) ?? sessions.get(id),
  ]);
  return new Map(paths.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function extremeTime(
  rows: readonly UntrustedEventRow[],
  pick: (left: number, right: number) => number,
): number | null {
  const times = rows.flatMap(({ timestamp_us: us }) => (typeof us === "number" && us >= 0 ? [us] : []));
  return times.length === 0 ? null : times.reduce((left, right) => pick(left, right));
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
