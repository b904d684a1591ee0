import { basename, isAbsolute, join } from "node:path";
import { readJsonLines } from "../history/json-lines.ts";
import { readRows } from "../history/read-rows.ts";
import { findDatabase, findSource, listSources } from "../history/source-files.ts";
import type { HistoryRecord, HistorySource, RuntimeHistory, RuntimePlace } from "../runtime.ts";
import { gooseTranslator } from "./translate.ts";

const TABLES = [
  {
    name: "messages",
    columns: ["id", "session_id", "role", "content_json", "created_timestamp", "timestamp"],
  },
  { name: "sessions", columns: ["working_dir"] },
];

/** `sessions.db`, and the session files that versions before it wrote (RUNTIMES 5.2). */
export const gooseHistory: RuntimeHistory = {
  list: (place) => {
    const directory = join(dataDirectory(place), "sessions");
    const files = listSources([directory], (name) => name.endsWith(".jsonl"));
    const database = findDatabase(join(directory, "sessions.db"));
    return [...files, ...(database === null ? [] : [database])];
  },
  find: (path) =>
    path.endsWith(".db") ? findDatabase(path) : path.endsWith(".jsonl") ? findSource(path) : null,
  read,
  translator: ({ path }) => gooseTranslator(path.endsWith(".db") ? null : basename(path, ".jsonl")),
};

function dataDirectory({ home, env }: Pick<RuntimePlace, "home" | "env">): string {
  const { GOOSE_PATH_ROOT: root, XDG_DATA_HOME: data } = env;
  if (root !== undefined && isAbsolute(root)) return join(root, "data");
  return join(data !== undefined && isAbsolute(data) ? data : join(home, ".local", "share"), "goose");
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
