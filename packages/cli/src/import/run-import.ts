import { realpathSync } from "node:fs";
import type { Outcome, Refusal } from "@metis-curate/core";
import {
  createSkillResolver,
  HISTORIES,
  type HistorySource,
  type ImportProgress,
  type ImportReport,
  importHistory,
  noteImported,
  type RuntimeName,
  readClaim,
} from "@metis-curate/runtimes";
import { SqliteError } from "@metis-curate/sqlite";
import { type HookPlace, hookTracePath } from "../hook/hook-place.ts";
import { importHermesMarks, type MarksReport } from "./import-hermes-marks.ts";
import { type ImportTarget, openImportTarget, previewImportTarget } from "./import-target.ts";

const US_PER_MS = 1_000;
const EXIT_REFUSED = 3;

export interface ImportRequest extends HookPlace {
  readonly runtime: RuntimeName;
  /** Absolute path of one transcript, database or directory of a history; null for all that the runtime keeps. */
  readonly source: string | null;
  /** Acts before it are left out, milliseconds since the Unix epoch; null for all. */
  readonly sinceMs: number | null;
  readonly dryRun: boolean;
  readonly nowMs: number;
  readonly signal?: AbortSignal;
  onProgress?(progress: ImportProgress): void;
}

export interface ImportOutcome extends ImportReport {
  readonly runtime: RuntimeName;
  readonly dryRun: boolean;
  /** What Hermes' own files said; null for other runtimes, and for one transcript. */
  readonly marks: MarksReport | null;
}

export type RunImport = typeof runImport;

/**
 * Reads a runtime's history into the trace, all of it or one source. Refused: a source that is not there or is of
 * another kind, a trace that cannot be opened or written. What was read until then is in the trace.
 */
export async function runImport(request: ImportRequest): Promise<Outcome<ImportOutcome>> {
  const { runtime, source } = request;
  const sources = findSources(request);
  if (sources === null) {
    return refuse(
      "no-source",
      `${source}: not what ${runtime} keeps of its sessions; give the path of a transcript`,
      2,
    );
  }
  try {
    const target = openTarget(request);
    try {
      return { ok: true, value: await importInto(request, sources, target) };
    } finally {
      target.close();
    }
  } catch (error) {
    if (error instanceof SqliteError || isFault(error))
      return refuse("no-trace", describe(error), EXIT_REFUSED);
    throw error;
  }
}

function findSources({ runtime, source, sinceMs, ...place }: ImportRequest): readonly HistorySource[] | null {
  const history = HISTORIES[runtime];
  if (source !== null) {
    const found = history.find(source);
    return found === null ? null : [found];
  }
  // What has no size beforehand is a directory, whose own time says nothing of the files in it.
  return history
    .list(place)
    .filter(({ modifiedAtMs, sizeBytes }) => sinceMs === null || sizeBytes === 0 || modifiedAtMs >= sinceMs);
}

function openTarget({ home, dryRun }: ImportRequest): ImportTarget {
  const path = hookTracePath(home);
  return dryRun ? previewImportTarget(path) : openImportTarget(path, home);
}

async function importInto(
  request: ImportRequest,
  sources: readonly HistorySource[],
  target: ImportTarget,
): Promise<ImportOutcome> {
  const { runtime, home, env, sinceMs, nowMs, dryRun, source, signal, onProgress } = request;
  const resolver = createSkillResolver({ home, env });
  const report = await importHistory({
    runtime,
    history: HISTORIES[runtime],
    sources,
    place: { resolver, claim: await readClaim(home), realpath: realpathOf },
    trace: target,
    sinceUs: sinceMs === null ? null : sinceMs * US_PER_MS,
    ...(signal !== undefined && { signal }),
    ...(onProgress !== undefined && { onProgress }),
  });
  const isWhole = source === null && !report.isInterrupted;
  const marks =
    isWhole && runtime === "hermes"
      ? importHermesMarks({ home, env }, resolver, target, nowMs * US_PER_MS)
      : null;
  if (isWhole && !dryRun && sinceMs === null && isRead(report)) noteImported(home, runtime, nowMs);
  return { ...report, runtime, dryRun, marks };
}

/** Whether the trace may count as what the runtime knows: skills that only the rest names would look unused. */
function isRead({ records, understood, unread }: ImportReport): boolean {
  return unread.length === 0 && (understood > 0 || records === 0);
}

function refuse(kind: string, message: string, exitCode: Refusal["exitCode"]): Outcome<never> {
  return { ok: false, refusal: { kind, message, exitCode } };
}

/** Of the system, or of a trace of another version. */
function isFault(error: unknown): error is Error {
  return error instanceof Error && ("code" in error || error.message === "newer-trace");
}

function describe(error: Error): string {
  if (error.message === "newer-trace") {
    return "the trace is of a newer version of this program: update it, or move ~/.metis/metis.db away";
  }
  return error.message;
}

function realpathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
