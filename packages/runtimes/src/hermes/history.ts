import { basename, isAbsolute, join } from "node:path";
import { readJsonLines } from "../history/json-lines.ts";
import { readRows } from "../history/read-rows.ts";
import { findDatabase, findSource, listSources } from "../history/source-files.ts";
import type { HistoryRecord, HistorySource, RuntimeHistory, RuntimePlace } from "../runtime.ts";
import { hermesTranslator } from "./translate.ts";

const TABLES = [
  {
    name: "messages",
    columns: ["id", "session_id", "role", "content", "tool_call_id", "tool_calls", "tool_name", "timestamp"],
  },
  { name: "sessions", columns: ["model", "cwd"] },
];

/** `state.db`, and the session files of older versions (RUNTIMES 9.2). */
export const hermesHistory: RuntimeHistory = {
  list: (place) => {
    const directory = hermesDirectory(place);
    const database = findDatabase(join(directory, "state.db"));
    const files = listSources([join(directory, "sessions")], (name) => name.endsWith(".jsonl"));
    return [...files, ...(database === null ? [] : [database])];
  },
  find: (path) =>
    path.endsWith(".db") ? findDatabase(path) : path.endsWith(".jsonl") ? findSource(path) : null,
  read,
  translator: ({ path }) => hermesTranslator(path.endsWith(".db") ? null : basename(path, ".jsonl")),
};

/** Where Hermes keeps everything of its own. */
export function hermesDirectory({ home, env }: Pick<RuntimePlace, "home" | "env">): string {
  const moved = env["HERMES_HOME"];
  return moved !== undefined && isAbsolute(moved) ? moved : join(home, ".hermes");
}

function read(source: HistorySource): AsyncIterable<HistoryRecord> {
  if (!source.path.endsWith(".db")) return readJsonLines(source);
  return readRows(
    source,
    TABLES,
    (listed) =>
      `SELECT ${listed("messages")}, ${listed("sessions")} FROM messages LEFT JOIN sessions ON sessions.id = messages.session_id ORDER BY messages.session_id, messages.id`,
  );
}
