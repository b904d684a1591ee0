import { createHash } from "node:crypto";
import {
  decodeEventRow,
  type EventBatch,
  type EventEnvelope,
  encodeEventRow,
  type FileSystem,
  type TraceBackup,
  TraceError,
  type TraceStore,
  type UntrustedEventRow,
} from "@metis-curate/core";
import type { MemoryTraceStore } from "./memory-trace-store.ts";

/** Events per batch of a scan. */
const BATCH_SIZE = 100;

/**
 * Returns backups of a trace in memory: a copy is a file with one row per line. `store` is what is copied, `into`
 * what a copy is put back into (default the same).
 */
export function memoryTraceBackup(
  fs: FileSystem,
  store: MemoryTraceStore,
  into: Pick<TraceStore, "append"> = store,
): TraceBackup {
  return {
    sizeBytes: () => encode(store.events).length,
    copyTo: async (path) => fs.writeNewFile(path, encode(store.events)),
    openCopy: (path) => {
      const events = decode(fs, path);
      return {
        schemaVersion: 1,
        newestEventId: events.at(-1)?.id ?? null,
        scanAll: () => batches(events),
        findSessionWorkspaces: async (ids) => workspacesOf(events, new Set(ids)),
        close: () => {},
      };
    },
    digest: (path) => {
      const bytes = fs.readFile(path);
      return { sha256: createHash("sha256").update(bytes).digest("hex"), size: bytes.length };
    },
    putBack: async (path) => {
      await into.append(decode(fs, path), "full");
    },
  };
}

function encode(events: readonly EventEnvelope[]): Uint8Array {
  return new TextEncoder().encode(
    events.map((event) => `${JSON.stringify(encodeEventRow(event))}\n`).join(""),
  );
}

function decode(fs: FileSystem, path: string): readonly EventEnvelope[] {
  const lines = new TextDecoder().decode(fs.readFile(path)).split("\n");
  return lines.filter((line) => line !== "").map((line) => decodeLine(path, line));
}

function decodeLine(path: string, line: string): EventEnvelope {
  try {
    const event = decodeEventRow(JSON.parse(line) as UntrustedEventRow);
    if (event !== null) return event;
  } catch (error) {
    throw new TraceError("not-a-trace", `${path} is no copy of a trace`, error);
  }
  throw new TraceError("not-a-trace", `${path} is no copy of a trace`);
}

async function* batches(events: readonly EventEnvelope[]): AsyncGenerator<EventBatch> {
  for (let start = 0; start < events.length; start += BATCH_SIZE) {
    const batch = events.slice(start, start + BATCH_SIZE);
    yield { events: batch.map((event, index) => ({ position: start + index, event })), broken: 0 };
  }
}

function workspacesOf(
  events: readonly EventEnvelope[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const created = events.filter(({ type, sessionId }) => type === "session.created" && wanted.has(sessionId));
  return new Map(
    created.flatMap(({ sessionId, payload }) =>
      typeof payload["workspace_path"] === "string" ? [[sessionId, payload["workspace_path"]] as const] : [],
    ),
  );
}
