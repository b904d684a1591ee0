import { join } from "node:path";
import * as v from "valibot";
import type { EventEnvelope } from "../events/envelope.ts";
import { decodeEventRow, encodeEventRow } from "../events/index.ts";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "../roots/root.ts";
import { confine, ensureDirectory, removeTree, replaceFile } from "../roots/tree/index.ts";

const JOURNAL_NAME = "restore.json";
const TEMP_NAME = "restore.json.tmp";
/** A larger file is no record of ours. */
const JOURNAL_BYTES_MAX = 64 * 1024 * 1024;

const path = v.pipe(
  v.string(),
  v.regex(/^(?:skills|archive)\//),
  v.check((text) => confine("/area", text) === `/area/${text}`),
);
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const mode = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0o7777));

const step = v.variant("kind", [
  v.object({
    kind: v.literal("entry"),
    path,
    /** Tree hash after; null when nothing is to be there. */
    hash: v.nullable(hash),
    /** Name in the staging directory, null like the hash. */
    staged: v.nullable(v.pipe(v.string(), v.regex(/^[0-9]+$/))),
    wasTaken: v.boolean(),
  }),
  v.object({ kind: v.literal("mode"), path, before: mode, after: mode }),
]);

const journalSchema = v.object({
  version: v.literal(1),
  id: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,40}$/)),
  rootKey: v.string(),
  backupPath: v.string(),
  /** `back` once the restore could not go on: it is then taken back, and nothing is recorded. */
  direction: v.picklist(["forward", "back"]),
  trace: v.object({ path: v.string(), newestEventId: v.nullable(v.string()) }),
  steps: v.array(step),
  facts: v.nullable(v.string()),
  /** SHA-256 of the staged events. */
  eventsHash: hash,
});

export type RestoreStep = v.InferOutput<typeof step>;

/**
 * The write-ahead record of one restore (CONTRACTS 7.6): everything needed to finish it, or to take it back,
 * after a crash. It lies beside the lock, outside any repository, and names places only inside the root.
 */
export type RestoreJournal = v.InferOutput<typeof journalSchema>;

export type FoundJournal =
  | { readonly kind: "none" }
  | { readonly kind: "journal"; readonly journal: RestoreJournal }
  | { readonly kind: "broken"; readonly path: string };

export function journalPath(root: Root): string {
  return join(root.privateDir, JOURNAL_NAME);
}

/** Files of one restore: `staged/<n>` trees and the events. */
export function restoreDir(root: Root, id: string): string {
  return join(root.privateDir, "restoring", id);
}

/** Where what was there before a restore, or before all of them, lies afterwards. */
export function displacedDir(root: Root, id = ""): string {
  return join(root.privateDir, "displaced", id);
}

/** Looks for a restore that was cut. Throws `FileSystemError`. */
export function findJournal(fs: FileSystem, root: Root): FoundJournal {
  const file = journalPath(root);
  try {
    if (fs.lstat(file).kind !== "file") return { kind: "broken", path: file };
    const text = new TextDecoder().decode(fs.readFile(file, JOURNAL_BYTES_MAX));
    const parsed = v.safeParse(journalSchema, JSON.parse(text));
    return parsed.success ? { kind: "journal", journal: parsed.output } : { kind: "broken", path: file };
  } catch (error) {
    if (error instanceof FileSystemError) {
      if (error.kind === "not-found") return { kind: "none" };
      if (error.kind === "too-large") return { kind: "broken", path: file };
      throw error;
    }
    return { kind: "broken", path: file };
  }
}

/** Writes the record, or replaces it, so that it survives power loss. Throws `FileSystemError`. */
export function writeJournal(fs: FileSystem, root: Root, journal: RestoreJournal): void {
  ensureDirectory(fs, root.privateDir);
  replaceFile(fs, journalPath(root), new TextEncoder().encode(`${JSON.stringify(journal)}\n`), TEMP_NAME);
}

/** Forgets the restore and its staged files; what was displaced stays. Throws `FileSystemError`. */
export function removeJournal(fs: FileSystem, root: Root, id: string): void {
  fs.unlink(journalPath(root));
  fs.fsyncDirectory(root.privateDir);
  removeTree(fs, restoreDir(root, id));
}

/** Text of events for the staging directory: one row of the trace per line. */
export function formatEvents(events: readonly EventEnvelope[]): string {
  return events.map((event) => `${JSON.stringify(encodeEventRow(event))}\n`).join("");
}

/** The events of such a text; null when a line is none. */
export function decodeEvents(text: string): readonly EventEnvelope[] | null {
  const events: EventEnvelope[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const event = decodeLine(line);
    if (event === null) return null;
    events.push(event);
  }
  return events;
}

function decodeLine(line: string): EventEnvelope | null {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === "object" && row !== null ? decodeEventRow(row) : null;
  } catch {
    return null;
  }
}
