import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { parseRecord } from "../history/json-lines.ts";
import { readRows } from "../history/read-rows.ts";
import { findDatabase, listSources } from "../history/source-files.ts";
import { fieldsOf, textField } from "../observe/record-fields.ts";
import type { HistoryRecord, HistorySource, RuntimeHistory, RuntimePlace } from "../runtime.ts";
import { opencodeTranslator } from "./translate.ts";

const FILE_BYTES_MAX = 32 * 1024 * 1024;
const TABLES = [
  { name: "part", columns: ["id", "message_id", "session_id", "time_created", "data"] },
  { name: "session", columns: ["directory", "version"] },
];

/** `opencode.db`, and before 1.2 a directory `storage` of small files (RUNTIMES 3.2). */
export const opencodeHistory: RuntimeHistory = {
  list: (place) => {
    const directory = dataDirectory(place);
    const storage = findStorage(join(directory, "storage"));
    const database = findDatabase(join(directory, "opencode.db"));
    return [storage, database].filter((source) => source !== null);
  },
  find: (path) => (path.endsWith(".db") ? findDatabase(path) : findStorage(path)),
  read: (source) => (source.path.endsWith(".db") ? readDatabase(source) : readStorage(source)),
  translator: opencodeTranslator,
};

function dataDirectory({ home, env }: Pick<RuntimePlace, "home" | "env">): string {
  const moved = env["XDG_DATA_HOME"];
  return join(moved !== undefined && isAbsolute(moved) ? moved : join(home, ".local", "share"), "opencode");
}

function readDatabase(source: HistorySource): AsyncIterable<HistoryRecord> {
  return readRows(
    source,
    TABLES,
    (listed) =>
      `SELECT ${listed("part")}, ${listed("session")} FROM part LEFT JOIN session ON session.id = part.session_id ORDER BY part.session_id, part.id`,
  );
}

function findStorage(path: string): HistorySource | null {
  const info = statSync(path, { throwIfNoEntry: false });
  const hasParts = statSync(join(path, "part"), { throwIfNoEntry: false })?.isDirectory() === true;
  return info?.isDirectory() === true && hasParts ? { path, sizeBytes: 0, modifiedAtMs: info.mtimeMs } : null;
}

/** Parts in the order of their names, which grow with time: `part/<message>/<part>.json`. */
async function* readStorage({ path }: HistorySource): AsyncGenerator<HistoryRecord> {
  const sessions = readSessions(path);
  let position = 0;
  for (const message of namesIn(join(path, "part"))) {
    for (const name of namesIn(join(path, "part", message))) {
      position += 1;
      const source = join(path, "part", message, name);
      const part = readJson(source);
      const id = textField(fieldsOf(part), "sessionID") ?? "";
      const record = part === undefined ? undefined : { part_data: part, ...(sessions.get(id) ?? {}) };
      yield { source, position, record, bytesRead: 0 };
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function readSessions(path: string): ReadonlyMap<string, object> {
  const files = listSources([join(path, "session")], (name) => name.endsWith(".json"));
  return new Map(
    files.map((file) => {
      const session = fieldsOf(readJson(file.path));
      const known = { session_directory: session["directory"], session_version: session["version"] };
      return [textField(session, "id") ?? basename(file.path, ".json"), known];
    }),
  );
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

function readJson(path: string): unknown {
  try {
    if (statSync(path).size > FILE_BYTES_MAX) return undefined;
    return parseRecord(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
