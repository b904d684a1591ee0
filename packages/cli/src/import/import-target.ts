import type { EventEnvelope } from "@metis-curate/core";
import { type ImportTrace, type KnownSession, UNKNOWN_SESSION } from "@metis-curate/runtimes";
import { drainSpool, SPOOL_FILES_MAX } from "../hook/hook-spool.ts";
import { hasTrace, openHookTrace } from "../hook/hook-trace.ts";

/** An import has time: other programs are waited for. */
const BUSY_MS = 10_000;

/** Where an import writes to. */
export interface ImportTarget extends ImportTrace {
  /** What `mark` fields the events of a session have, with their type and skill (`markKey`). */
  marks(sessionId: string): ReadonlySet<string>;
  close(): void;
}

/** What tells an event of a mark from another one. */
export function markKey(type: string, payload: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([type, payload["root"], payload["skill_id"], payload["mark"]]);
}

/**
 * Opens the trace, and gives it first what hooks could not write. Throws `SqliteError`, also for a file that is no
 * trace of a version this program writes.
 */
export function openImportTarget(path: string, home: string): ImportTarget {
  const trace = openHookTrace(path, { busyMs: BUSY_MS });
  try {
    // All of it: what waits there longer would be written again from the history.
    drainSpool(home, trace.insert, SPOOL_FILES_MAX);
  } catch (error) {
    trace.close();
    throw error;
  }
  return {
    known: trace.known,
    loads: trace.loads,
    version: trace.version,
    append: trace.insert,
    marks: (sessionId) => marksOf(trace.rows(sessionId)),
    close: trace.close,
  };
}

/** A target that only says what an import would write. Throws as `openImportTarget` does. */
export function previewImportTarget(path: string): ImportTarget {
  const append = (events: readonly EventEnvelope[]): number => events.length;
  if (!hasTrace(path)) {
    const known = (): KnownSession => UNKNOWN_SESSION;
    return { known, append, marks: () => new Set(), close: () => {} };
  }
  const trace = openHookTrace(path, { busyMs: BUSY_MS, readOnly: true });
  return {
    known: trace.known,
    loads: trace.loads,
    append,
    marks: (sessionId) => marksOf(trace.rows(sessionId)),
    close: trace.close,
  };
}

function marksOf(
  rows: readonly { readonly type: string; readonly payload_json: string }[],
): ReadonlySet<string> {
  return new Set(
    rows.flatMap(({ type, payload_json: json }) => {
      try {
        const payload: unknown = JSON.parse(json);
        return typeof payload === "object" && payload !== null ? [markKey(type, { ...payload })] : [];
      } catch {
        return [];
      }
    }),
  );
}
