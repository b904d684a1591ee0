import type { HistoryRecord, HistorySource } from "../runtime.ts";
import { readLines } from "./read-lines.ts";

/** Reads a file of one JSON record a line; a line that holds none is a record that is undefined. */
export async function* readJsonLines(source: HistorySource): AsyncGenerator<HistoryRecord> {
  for await (const { text, ...line } of readLines(source.path)) {
    yield { ...line, source: source.path, record: text === null ? undefined : parseRecord(text) };
  }
}

/** Parses JSON of a stranger, also behind a byte order mark; undefined for what is none. */
export function parseRecord(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as unknown;
  } catch {
    return undefined;
  }
}
