import { readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { parseRecord, readJsonLines } from "../history/json-lines.ts";
import { findSource, listSources } from "../history/source-files.ts";
import { fieldsOf, textField } from "../observe/record-fields.ts";
import type { HistorySource, RuntimeHistory } from "../runtime.ts";
import { type KiroSession, kiroTranslator } from "./translate.ts";

const DESCRIPTION_BYTES_MAX = 4 * 1024 * 1024;
/** Version 3 keeps a directory for each session, and its messages in this file. */
const MESSAGES = "messages.jsonl";

/** `~/.kiro/sessions/`, of versions 2 and 3 (RUNTIMES 7.2). What older ones kept in SQLite is not read. */
export const kiroHistory: RuntimeHistory = {
  list: ({ home, env }) => {
    const moved = env["KIRO_HOME"];
    const directory = moved !== undefined && isAbsolute(moved) ? moved : join(home, ".kiro");
    return listSources([join(directory, "sessions")], isSession);
  },
  find: (path) => (isSession(basename(path)) ? findSource(path) : null),
  read: readJsonLines,
  translator: (source) => kiroTranslator(sessionOf(source)),
};

function isSession(name: string): boolean {
  return name.endsWith(".jsonl");
}

function sessionOf({ path }: HistorySource): KiroSession {
  const isOwnDirectory = basename(path) === MESSAGES;
  const description = isOwnDirectory
    ? join(dirname(path), "session.json")
    : path.replace(/\.jsonl$/, ".json");
  const known = fieldsOf(readJson(description));
  return {
    id: isOwnDirectory ? basename(dirname(path)).replace(/^sess_/, "") : basename(path, ".jsonl"),
    workspace: textField(known, "cwd", "working_directory", "workspace"),
  };
}

function readJson(path: string): unknown {
  try {
    return statSync(path).size > DESCRIPTION_BYTES_MAX ? undefined : parseRecord(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
