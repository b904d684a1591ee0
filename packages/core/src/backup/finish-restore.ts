import { join } from "node:path";
import type { ActionDeps } from "../actions/index.ts";
import { writeActs } from "../actions/write-acts.ts";
import type { EventEnvelope } from "../events/envelope.ts";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import { TraceError } from "../ports/trace-store.ts";
import { decodeFacts, readFacts, writeFacts } from "../roots/index.ts";
import { readSidecar, setAsideCorrupt } from "../roots/sidecar-store.ts";
import { ensureDirectory } from "../roots/tree/index.ts";
import { basicIsoFromUs } from "../trace/index.ts";
import { applyRestore, revertRestore } from "./apply-restore.ts";
import { sha256Of } from "./read-entries.ts";
import {
  decodeEvents,
  findJournal,
  journalPath,
  type RestoreJournal,
  removeJournal,
  writeJournal,
} from "./restore-journal.ts";
import { eventsPath, sweepRestores } from "./stage-restore.ts";

/** How a restore ended. */
export type RestoreEnd =
  | { readonly kind: "done" }
  /** It could not go on, and everything is as it was before it. */
  | { readonly kind: "reverted"; readonly message: string }
  /** The record stays: the next command under the lock goes on. */
  | { readonly kind: "unfinished"; readonly message: string };

/** What a command under the lock found of a restore that was cut; `line` is for a person. */
export type FoundRestore =
  | { readonly kind: "none" }
  | { readonly kind: "settled"; readonly line: string }
  | { readonly kind: "refused"; readonly line: string };

/**
 * Finishes a restore that a killed process left, or takes it back where it had begun to; call under the root's
 * lock, before anything else is recovered. Never throws for what the world does.
 */
export async function settleRestore(deps: ActionDeps): Promise<FoundRestore> {
  try {
    const found = findJournal(deps.fs, deps.root);
    switch (found.kind) {
      case "none":
        sweepRestores(deps.fs, deps.root);
        return { kind: "none" };
      case "broken":
        return { kind: "settled", line: setAside(deps) };
      case "journal":
        return await settle(deps, found.journal);
    }
  } catch (error) {
    if (error instanceof FileSystemError || error instanceof TraceError) {
      return { kind: "refused", line: `a restore was cut and cannot go on: ${error.message}` };
    }
    throw error;
  }
}

async function settle(deps: ActionDeps, journal: RestoreJournal): Promise<FoundRestore> {
  const label = `the restore from ${journal.backupPath}`;
  if (journal.rootKey !== deps.root.key) return { kind: "settled", line: setAside(deps) };
  if (!(await isSameTrace(deps, journal))) {
    const line = `${label} was cut and belongs to the trace ${journal.trace.path}; give that database with --db-path`;
    return { kind: "refused", line };
  }
  const end = await completeRestore(deps, journal);
  switch (end.kind) {
    case "done":
      return { kind: "settled", line: `finished ${label}, which a killed process had begun` };
    case "reverted":
      return { kind: "settled", line: `took back ${label}, which could not go on: ${end.message}` };
    case "unfinished":
      return { kind: "refused", line: `${label} was cut and cannot go on: ${end.message}` };
  }
}

async function isSameTrace({ trace }: ActionDeps, { trace: then }: RestoreJournal): Promise<boolean> {
  if (then.newestEventId !== null) return trace.has(then.newestEventId);
  return (await trace.info()).path === then.path;
}

/**
 * Carries a recorded restore to its end: disk, events (once by id, durable), sidecar, facts; then it is
 * forgotten. When the disk refuses, it is taken back.
 */
export async function completeRestore(deps: ActionDeps, journal: RestoreJournal): Promise<RestoreEnd> {
  const { fs, root } = deps;
  if (journal.direction === "back") return turnBack(deps, journal, "the disk had refused it");
  const events = readEvents(deps, journal);
  if (events === null) return turnBack(deps, journal, "its staged events are damaged");
  if (!(await isRecorded(deps, events))) {
    try {
      applyRestore(fs, root, journal);
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      return turnBack(deps, journal, error.message);
    }
  }
  return record(deps, journal, events);
}

async function isRecorded({ trace }: ActionDeps, events: readonly EventEnvelope[]): Promise<boolean> {
  const last = events.at(-1);
  return last !== undefined && (await trace.has(last.id));
}

function readEvents({ fs, root }: ActionDeps, journal: RestoreJournal): readonly EventEnvelope[] | null {
  const bytes = readIfThere(fs, eventsPath(root, journal.id));
  if (bytes === null) return null;
  return sha256Of(bytes) === journal.eventsHash ? decodeEvents(new TextDecoder().decode(bytes)) : null;
}

function readIfThere(fs: FileSystem, path: string): Uint8Array | null {
  try {
    return fs.readFile(path);
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "not-found") return null;
    throw error;
  }
}

function turnBack({ fs, root }: ActionDeps, journal: RestoreJournal, message: string): RestoreEnd {
  try {
    writeJournal(fs, root, { ...journal, direction: "back" });
    revertRestore(fs, root, journal);
    removeJournal(fs, root, journal.id);
    return { kind: "reverted", message };
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return { kind: "unfinished", message: `${message}; then ${error.message}` };
  }
}

async function record(
  deps: ActionDeps,
  journal: RestoreJournal,
  events: readonly EventEnvelope[],
): Promise<RestoreEnd> {
  const { fs, root } = deps;
  try {
    const fresh = new Set(await deps.trace.append(events, "full"));
    const own = events.filter(({ payload }) => payload["curator_run_id"] === journal.id);
    await deps.announce(own.filter(({ id }) => fresh.has(id)));
    if (readSidecar(fs, root).kind === "corrupt") {
      setAsideCorrupt(fs, root, basicIsoFromUs(deps.clock.nowUs()));
    }
    writeActs(fs, root, events.slice(-1));
    putFacts(deps, journal.facts);
    removeJournal(fs, root, journal.id);
    return { kind: "done" };
  } catch (error) {
    if (error instanceof FileSystemError || error instanceof TraceError) {
      return { kind: "unfinished", message: error.message };
    }
    throw error;
  }
}

/** Facts are never lowered: those of a backup only stand in for none. */
function putFacts({ fs, root }: ActionDeps, text: string | null): void {
  const facts = text === null ? null : decodeFacts(text);
  if (facts?.kind === "facts" && readFacts(fs, root).kind === "missing") writeFacts(fs, root, facts.facts);
}

function setAside({ fs, root, logger, ids }: ActionDeps): string {
  const aside = join(root.privateDir, "aside");
  ensureDirectory(fs, aside);
  const target = join(aside, `restore-${ids.next()}.json`);
  fs.rename(journalPath(root), target);
  fs.fsyncDirectory(aside);
  fs.fsyncDirectory(root.privateDir);
  const line = `the record of a cut restore is not readable; kept as ${target}, what it moved lies in ${join(root.privateDir, "displaced")}`;
  logger.log("warning", line);
  return line;
}
