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
  /** Bytes of the source up to and with this record, for progress; 0 where unknown. */
  readonly bytesRead: number;
}

/** Turns records of one source, in order, into observations; holds what later records need of earlier ones. */
export interface RecordTranslator {
  translate(record: HistoryRecord): Translation;
}
