import type { EventEnvelope, LoadEvent } from "../events/envelope.ts";
import type { Usd } from "../money/usd.ts";
import type { AnalyticsReader } from "./analytics-reader.ts";
import type { TimeWindow } from "./time-window.ts";

export type { TimeWindow };

/** An event with its place in the order of insertion (larger is later). */
export interface StoredEvent {
  readonly position: number;
  readonly event: EventEnvelope;
}

export interface EventBatch {
  readonly events: readonly StoredEvent[];
  /** Rows of this batch that were skipped because their payload or envelope cannot be read. */
  readonly broken: number;
}

export interface LoadBatch {
  readonly loads: readonly LoadEvent[];
  /** As in `EventBatch`. */
  readonly broken: number;
}

export type TraceErrorKind =
  | "missing"
  | "unreadable"
  | "not-a-trace"
  | "read-only"
  | "locked"
  | "no-space"
  | "io";

/** The one error a trace port throws. */
export class TraceError extends Error {
  override readonly name = "TraceError";
  readonly kind: TraceErrorKind;

  constructor(kind: TraceErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.kind = kind;
  }
}

/** `full` survives power loss when the promise resolves (CONTRACTS 4.8); `normal` survives the process. */
export type Durability = "normal" | "full";

export interface EventLog {
  /**
   * Appends all events in one immediate transaction, in order; an id the store already has is ignored.
   * Returns the ids that were new. Throws `TraceError`; then nothing was appended.
   */
  append(events: readonly EventEnvelope[], durability: Durability): Promise<readonly string[]>;
  /** Proves that a write would succeed now, without leaving one. Throws `TraceError`. */
  probe(): Promise<void>;
  has(eventId: string): Promise<boolean>;
}

export interface TraceInfo {
  /** Absolute path, or `:memory:`. */
  readonly path: string;
  readonly writable: boolean;
  /** `PRAGMA user_version`; larger than 1 is newer than this program and is only read. */
  readonly schemaVersion: number;
  /** Id of the last inserted event. */
  readonly newestEventId: string | null;
  readonly oldestTimestampUs: number | null;
  /** Time of the last `trace.swept`, if any. */
  readonly sweptAtUs: number | null;
}

/** A `tool.failed` or `tool.completed` of a session, with the tool's name from its `tool.called`. */
export interface ToolOutcome {
  readonly sessionId: string;
  readonly timestampUs: number;
  readonly toolName: string | null;
  /** Null for a success. */
  readonly errorClass: string | null;
}

export interface ActivityReader {
  info(): Promise<TraceInfo>;
  /** All events of the given types, in batches of bounded size, by insertion order. */
  scan(types: readonly string[], window?: TimeWindow): AsyncIterable<EventBatch>;
  /** All `skill.loaded` as `scan` reads them, in any order; nearly all skill events are loads, so they are read by less. */
  scanLoads(): AsyncIterable<LoadBatch>;
  /** Workspace path of each session that has a known one: `session.created`, else the `sessions` table. */
  findSessionWorkspaces(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Tool outcomes of these sessions within the window, by time. Reached by session, never by a full scan. */
  findToolOutcomes(sessionIds: readonly string[], window: TimeWindow): Promise<readonly ToolOutcome[]>;
}

export interface SpendReader {
  /** Exact curator spend of one root (every root for null) in the window, as CONTRACTS 9.4 sums it. */
  sumCuratorSpend(rootKey: string | null, window: TimeWindow): Promise<Usd>;
}

export interface TraceStore extends EventLog, ActivityReader, SpendReader, AnalyticsReader {
  close(): void;
}
