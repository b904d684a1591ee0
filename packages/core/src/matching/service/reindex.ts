import { done, refused } from "../../curator/refusals.ts";
import type { Outcome } from "../../curator/skill-curator.ts";
import { migrateUsage } from "../migration/migrate-usage.ts";
import type { MatchMethod, ReindexOptions, ReindexReport } from "../skill-matcher.ts";
import type { RootSync } from "../sync/sync-root.ts";
import { refusalOf } from "./fresh-index.ts";
import type { MatchContext } from "./match-task.ts";
import { allRoots, type MatcherDeps } from "./matcher-deps.ts";

/**
 * Scans every root again and brings its index up to date, vectors included (CONTRACTS 13.1). The first time a
 * `.usage.json` becomes events. What a cancelled run did is kept: the next one goes on from there. Refusals:
 * `cancelled`, `unwritable`, and those of a library or trace that cannot be read.
 */
export async function reindex(
  { deps, fresh }: MatchContext,
  options: ReindexOptions = {},
): Promise<Outcome<ReindexReport>> {
  const startMs = deps.main.curator.clock.monotonicMs();
  let migrated = 0;
  const notices: string[] = [];
  const syncs: RootSync[] = [];
  for (const [position, place] of allRoots(deps).entries()) {
    try {
      const migration = await migrateUsage(place.curator);
      migrated += migration.records;
      notices.push(...migration.notices);
      const synced = await fresh[position]?.sync({ embedLimit: Number.POSITIVE_INFINITY, ...options });
      if (synced === undefined) continue;
      if (!synced.ok) return synced;
      syncs.push(synced.value);
      notices.push(...(await place.index.info()).notices);
    } catch (error) {
      return refusalOf(error);
    }
    if (options.signal?.aborted === true) {
      return refused("cancelled", "reindexing was cancelled; what was done is kept, run it again to go on");
    }
  }
  const sum = (read: (sync: RootSync) => number): number =>
    syncs.reduce((total, sync) => total + read(sync), 0);
  return done({
    indexed: sum(({ indexed }) => indexed),
    added: sum(({ added }) => added),
    updated: sum(({ updated }) => updated),
    removed: sum(({ removed }) => removed),
    unchanged: sum(({ unchanged }) => unchanged),
    archived: sum(({ archived }) => archived),
    embedded: sum(({ embedded }) => embedded),
    skipped: sum(({ skipped }) => skipped),
    migrated,
    duration_ms: Math.round(deps.main.curator.clock.monotonicMs() - startMs),
    method: methodOf(deps, syncs.find(({ hint }) => hint !== null)?.hint ?? null),
    notices: [...new Set(notices)],
  });
}

export function methodOf({ embedder }: MatcherDeps, hint: string | null): MatchMethod {
  if (embedder.kind === "none") return { embedder: "lexical", hint: embedder.message };
  return { embedder: hint === null ? embedder.embedder.id : "lexical", hint };
}
