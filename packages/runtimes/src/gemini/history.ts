import { createHash } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { parseRecord, readJsonLines } from "../history/json-lines.ts";
import { findSource, listSources } from "../history/source-files.ts";
import { fieldsOf, isFields } from "../observe/record-fields.ts";
import type { HistoryRecord, HistorySource, RuntimeHistory, RuntimePlace } from "../runtime.ts";
import { geminiTranslator } from "./translate.ts";

/** A chat of one JSON document is read whole. */
const DOCUMENT_BYTES_MAX = 256 * 1024 * 1024;
const PROJECTS_BYTES_MAX = 4 * 1024 * 1024;
const ROOT_FILE = ".project_root";

/** `~/.gemini/tmp/<project>/chats/`: JSON lines since April 2026, one JSON document before (RUNTIMES 4.2). */
export const geminiHistory: RuntimeHistory = {
  list: (place) => {
    const tmp = join(geminiDirectory(place), "tmp");
    return listSources([tmp], (name, path) => isChat(name) && path.includes(`${sep}chats${sep}`));
  },
  find: (path) => (isChat(basename(path)) ? findSource(path) : null),
  read: (source) => (source.path.endsWith(".json") ? readDocument(source) : readJsonLines(source)),
  translator: ({ path }) => geminiTranslator(findProject(path)),
};

function geminiDirectory({ home, env }: Pick<RuntimePlace, "home" | "env">): string {
  const moved = env["GEMINI_CLI_HOME"];
  return join(moved !== undefined && isAbsolute(moved) ? moved : home, ".gemini");
}

function isChat(name: string): boolean {
  return /\.jsonl?$/.test(name);
}

async function* readDocument(source: HistorySource): AsyncGenerator<HistoryRecord> {
  const at = (position: number, record: unknown): HistoryRecord => ({
    source: source.path,
    position,
    record,
    bytesRead: source.sizeBytes,
  });
  const chat = source.sizeBytes > DOCUMENT_BYTES_MAX ? undefined : parseFile(source.path, DOCUMENT_BYTES_MAX);
  if (!isFields(chat)) {
    yield at(1, undefined);
    return;
  }
  const { messages, ...metadata } = chat;
  yield at(1, metadata);
  let position = 1;
  for (const message of Array.isArray(messages) ? messages : []) yield at(++position, message);
}

/**
 * Where the agent worked: written beside the chats, or listed in `projects.json` by the directory's name. Null where
 * neither says so; then a name is looked for among the person's own skills only.
 */
function findProject(path: string): string | null {
  const [before = "", after] = path.split(`${sep}chats${sep}`);
  if (after === undefined) return null;
  const written = readText(join(before, ROOT_FILE))?.trim() ?? "";
  if (isAbsolute(written)) return written;
  const id = basename(before);
  const listed = fieldsOf(
    fieldsOf(parseFile(join(dirname(dirname(before)), "projects.json"), PROJECTS_BYTES_MAX))["projects"],
  );
  return Object.keys(listed).find((place) => listed[place] === id || hashOfPath(place) === id) ?? null;
}

function hashOfPath(path: string): string {
  return createHash("sha256").update(realOf(path), "utf8").digest("hex");
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function parseFile(path: string, bytesMax: number): unknown {
  const text = readText(path, bytesMax);
  return text === null ? undefined : parseRecord(text);
}

function readText(path: string, bytesMax = PROJECTS_BYTES_MAX): string | null {
  try {
    return statSync(path).size > bytesMax ? null : readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
