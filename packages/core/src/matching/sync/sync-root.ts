import { type LibraryView, readLibraryView } from "../../curator/library-view.ts";
import { done } from "../../curator/refusals.ts";
import type { Outcome } from "../../curator/skill-curator.ts";
import type { IndexChange, LearnedSkill, SkillIndex } from "../../ports/skill-index.ts";
import { EFFECTIVENESS_START } from "../learning/learn-skills.ts";
import type { MatcherDeps, MatcherRoot } from "../service/matcher-deps.ts";
import type { ReindexProgress } from "../skill-matcher.ts";
import { type Embedded, embedMissing } from "./embed-missing.ts";
import { learnRoot } from "./learn-root.ts";
import { listDocuments } from "./list-documents.ts";
import { planSync, type SyncPlan } from "./plan-sync.ts";
import { type SkillDocumentFile, toIndexedSkill } from "./skill-document.ts";
import { watchList } from "./watch-list.ts";

/** Note in the index: what was looked at when it agreed with the disk. */
export const WATCHED_NOTE = "watched";
/** Skills per transaction: others wait no longer than this takes. */
const BATCH = 100;

export interface SyncOptions {
  /** Skills that get vectors at most; the rest at the next look. */
  readonly embedLimit: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ReindexProgress) => unknown) | undefined;
}

export interface RootSync extends Omit<SyncPlan, "put" | "touch" | "remove">, Embedded {
  readonly removed: number;
  readonly indexed: number;
  readonly archived: number;
  readonly skipped: number;
}

/**
 * Makes the index of a root agree with its disk and its trace: incremental by path and content hash, what vanished is
 * dropped, what was learned is kept (CONTRACTS 13.1). A signal stops it between two batches; what was done stays.
 * Refusals as `readLibraryView`; throws `TraceError` and `SkillIndexError`.
 */
export async function syncRoot(
  deps: MatcherDeps,
  { curator, index }: MatcherRoot,
  options: SyncOptions,
): Promise<Outcome<RootSync>> {
  const newestEventId = (await curator.trace.info()).newestEventId;
  const rows = await index.rows();
  const read = await readLibraryView(curator);
  if (!read.ok) return read;
  const documents = listDocuments(curator, read.value, deps.config.flat_skills);
  await options.onProgress?.({ stage: "scan", done: documents.length, total: documents.length });
  const plan = planSync(rows, documents, deps.config.profiles);
  const known = new Map(rows.map((row) => [row.name, row]));
  const isWhole = await applyPlan(index, plan, known, options, () => curator.clock.nowUs());
  const { history, sidecar } = read.value;
  const archivedNames = new Set(documents.flatMap((file) => (file.archived ? [file.name] : [])));
  await learnRoot(curator, index, await index.rows(), {
    known: { history, sidecar, archived: archivedNames },
    newestEventId,
  });
  const embedded = await embed(deps, index, documents, options, () => curator.clock.nowUs());
  if (isWhole) await noteWatched(curator, index, read.value, documents);
  const archived = archivedNames.size;
  const { added, updated, unchanged, remove } = plan;
  return done({
    added,
    updated,
    unchanged,
    removed: remove.length,
    indexed: documents.length - archived,
    archived,
    skipped: read.value.library.skipped.length,
    ...embedded,
  });
}

/** True when everything was put; false when the signal came first. */
async function applyPlan(
  index: SkillIndex,
  { put, touch, remove }: SyncPlan,
  known: ReadonlyMap<string, LearnedSkill>,
  { signal, onProgress }: SyncOptions,
  nowUs: () => number,
): Promise<boolean> {
  if (remove.length > 0 || touch.length > 0) await index.apply({ remove, touch, atUs: nowUs() });
  for (let start = 0; start < put.length; start += BATCH) {
    if (signal?.aborted === true) return false;
    const batch = put.slice(start, start + BATCH);
    await index.apply(batchChange(batch, known, nowUs()));
    await onProgress?.({ stage: "index", done: start + batch.length, total: put.length });
  }
  return true;
}

/** An archived skill must not be found as a live one, not even until the end of the sync. */
function batchChange(
  batch: SyncPlan["put"],
  known: ReadonlyMap<string, LearnedSkill>,
  atUs: number,
): IndexChange {
  const learn = batch
    .filter(({ file }) => file.archived)
    .map(({ file: { name } }) => ({ ...(known.get(name) ?? UNLEARNED), name, state: "archived" as const }));
  return {
    put: batch.map(({ file, hash, profileTags }) => toIndexedSkill(file, hash, profileTags)),
    ...(learn.length === 0 ? {} : { learn }),
    atUs,
  };
}

const UNLEARNED = {
  effectiveness: EFFECTIVENESS_START,
  uses: 0,
  successes: 0,
  gapCount: 0,
  lastUsedAtUs: null,
  idleSinceUs: null,
  createdAtUs: null,
} as const;

async function embed(
  { embedder }: MatcherDeps,
  index: SkillIndex,
  documents: readonly SkillDocumentFile[],
  { embedLimit, signal, onProgress }: SyncOptions,
  nowUs: () => number,
): Promise<Embedded> {
  if (embedder.kind === "none") return { embedded: 0, left: 0, hint: embedder.message };
  const byName = new Map(documents.map((file) => [file.name, file]));
  return embedMissing(index, embedder.embedder, byName, {
    nowUs,
    limit: embedLimit,
    signal,
    onProgress: (done, total) => onProgress?.({ stage: "embed", done, total }),
  });
}

async function noteWatched(
  { fs, root, clock }: MatcherRoot["curator"],
  index: SkillIndex,
  view: LibraryView,
  documents: readonly SkillDocumentFile[],
): Promise<void> {
  const watched = watchList(fs, root, view, documents);
  await index.apply({ notes: { [WATCHED_NOTE]: JSON.stringify(watched) }, atUs: clock.nowUs() });
}
