import type { Observation } from "./observation.ts";

/** Where a runtime is looked for: the person's home, the directory of work, and what the environment says. */
export interface RuntimePlace {
  readonly home: string;
  readonly workspace: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a translator makes of one record; `kind` and `version` are for the report of what was not understood. */
export interface Translation {
  readonly observations: readonly Observation[];
  /** The record's own kind, such as `assistant` or `PostToolUse`; `?` where it has none. */
  readonly kind: string;
  /** The version of the runtime or format that wrote it, where it says so. */
  readonly version: string | null;
  /** False: a kind or shape this translator does not know; counted, never fatal. */
  readonly understood: boolean;
}

/** One record out of a runtime's history, not yet translated. */
export interface HistoryRecord {
  /** File or database it came from. */
  readonly source: string;
  /** Line or row in it, from 1. */
  readonly position: number;
  /** The parsed record; undefined where it is not even readable. */
  readonly record: unknown;
  /** The source could not be read on, and this is its last record: locked, forbidden, or of another kind. */
  readonly isFault?: true;
  /** Bytes of the source up to and with this record, for progress; 0 where unknown. */
  readonly bytesRead: number;
}

/** Turns records of one source, in order, into observations; holds what later records need of earlier ones. */
export interface RecordTranslator {
  /** Never throws: a record of another shape says nothing and is not understood. */
  translate(record: HistoryRecord): Translation;
  /** What was held back when the source is at its end. */
  end(): readonly Observation[];
}

/** A transcript, a database, or a directory of small files that belong together. */
export interface HistorySource {
  /** Absolute. */
  readonly path: string;
  /** 0 where it cannot be told beforehand. */
  readonly sizeBytes: number;
  /** Milliseconds since the Unix epoch; stands for the time of records that have none. */
  readonly modifiedAtMs: number;
}

/** What a runtime keeps of its sessions, and how to read it without changing it. */
export interface RuntimeHistory {
  /** The sources that are there, the oldest first. Never throws. */
  list(place: Pick<RuntimePlace, "home" | "env">): readonly HistorySource[];
  /** One source, given by its path; null when the runtime keeps nothing of that kind there. Never throws. */
  find(path: string): HistorySource | null;
  /** Reads lazily, one record at a time. A source that cannot be read is one unreadable record. */
  read(source: HistorySource): AsyncIterable<HistoryRecord>;
  translator(source: HistorySource): RecordTranslator;
}
