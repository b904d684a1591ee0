import { decodePayloadJson, joinToolOutcomes, type TimeWindow, type ToolOutcome } from "@metis-curate/core";
import type { SqliteDatabase } from "@metis-curate/sqlite";
import { decodeBatch, type PositionedRow } from "./event-reader.ts";
import { SESSION_PATHS_QUERY, TRACE_QUERIES } from "./trace-queries.ts";

/** Sessions per query. */
const SESSION_CHUNK_SIZE = 5_000;

/** The workspace of each session: its `session.created`, else Metis's `sessions` table (CONTRACTS 4.5). */
export function findWorkspaces(
  database: SqliteDatabase,
  sessionsReadable: boolean,
  sessionIds: readonly string[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  // Shipped Metis writes no such event: then no session is searched for one.
  const hasCreations = database.prepare(TRACE_QUERIES.anySessionCreated).get() !== undefined;
  for (const chunk of chunksOf(sessionIds)) {
    if (sessionsReadable) addTablePaths(database, chunk, found);
    if (hasCreations) addEventPaths(database, chunk, found);
  }
  return found;
}

/** Tool outcomes of these sessions in the window, by time; reads these sessions' events and no others. */
export function findOutcomes(
  database: SqliteDatabase,
  sessionIds: readonly string[],
  window: TimeWindow,
): readonly ToolOutcome[] {
  const statement = database.prepare<PositionedRow>(TRACE_QUERIES.toolEventsOfSessions);
  const chunks = chunksOf(sessionIds).flatMap((chunk) =>
    joinToolOutcomes(decodeBatch(statement.all(JSON.stringify(chunk))).events, window),
  );
  return chunks.sort((left, right) => left.timestampUs - right.timestampUs);
}

function addTablePaths(database: SqliteDatabase, chunk: readonly string[], found: Map<string, string>): void {
  const rows = database.prepare<{ readonly session_id: unknown; readonly workspace_path: unknown }>(
    SESSION_PATHS_QUERY,
  );
  for (const row of rows.all(JSON.stringify(chunk))) addPath(found, row.session_id, row.workspace_path);
}

function addEventPaths(database: SqliteDatabase, chunk: readonly string[], found: Map<string, string>): void {
  const rows = database.prepare<{ readonly session_id: unknown; readonly payload_json: unknown }>(
    TRACE_QUERIES.sessionCreated,
  );
  for (const row of rows.all(JSON.stringify(chunk))) {
    addPath(found, row.session_id, decodePayloadJson(row.payload_json)?.["workspace_path"]);
  }
}

function addPath(found: Map<string, string>, sessionId: unknown, path: unknown): void {
  if (typeof sessionId === "string" && typeof path === "string" && path !== "") found.set(sessionId, path);
}

function chunksOf(sessionIds: readonly string[]): readonly (readonly string[])[] {
  const unique = [...new Set(sessionIds)];
  return Array.from({ length: Math.ceil(unique.length / SESSION_CHUNK_SIZE) }, (_, index) =>
    unique.slice(index * SESSION_CHUNK_SIZE, (index + 1) * SESSION_CHUNK_SIZE),
  );
}
