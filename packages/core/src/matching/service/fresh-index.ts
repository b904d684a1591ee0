import { done, refused } from "../../curator/refusals.ts";
import type { Outcome } from "../../curator/skill-curator.ts";
import type { SkillIndexInfo } from "../../ports/skill-index.ts";
import { SkillIndexError } from "../../ports/skill-index.ts";
import { TraceError } from "../../ports/trace-store.ts";
import { fileStamp } from "../sync/file-stamp.ts";
import { LEARNED_NOTE, learnRoot } from "../sync/learn-root.ts";
import { type RootSync, type SyncOptions, syncRoot, WATCHED_NOTE } from "../sync/sync-root.ts";
import { isUnchanged, type WatchList } from "../sync/watch-list.ts";
import type { MatcherDeps, MatcherRoot } from "./matcher-deps.ts";

/** How often a library is looked at whole, and how often the trace is read again for other programs' events. */
const LOOK_EVERY_MS = 2_000;
const LEARN_EVERY_MS = 60_000;
/** Vectors that a match makes for new skills before it answers. */
const EMBED_WHILE_MATCHING = 32;

/** Keeps one index as fresh as a match needs it, at the price of a few looks at the disk. */
export class FreshIndex {
  readonly #deps: MatcherDeps;
  readonly #place: MatcherRoot;
  #lookedAtMs: number | null = null;
  #learnedAtMs: number | null = null;
  #quickStamp = "";
  /** The last of the syncs asked for: they follow each other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: MatcherDeps, place: MatcherRoot) {
    this.#deps = deps;
    this.#place = place;
  }

  /** Brings the index up to date where a look says so. Refusals: `unreadable`, `unwritable`. */
  freshen(signal: AbortSignal | undefined): Promise<Outcome<RootSync | null>> {
    return this.#inTurn(() => this.#freshen(signal));
  }

  /** A whole sync, whatever a look would say. Refusals: those of `readLibraryView`, `unwritable`. */
  sync(options: SyncOptions): Promise<Outcome<RootSync>> {
    return this.#inTurn(() => this.#attempt(() => this.#sync(options)));
  }

  async #freshen(signal: AbortSignal | undefined): Promise<Outcome<RootSync | null>> {
    const nowMs = this.#place.curator.clock.monotonicMs();
    const quick = this.#quickLook();
    const isDue = this.#lookedAtMs === null || nowMs - this.#lookedAtMs >= LOOK_EVERY_MS;
    if (!isDue && quick === this.#quickStamp) return done(null);
    return this.#attempt(async () => {
      const info = await this.#place.index.info();
      if (!looksUnchanged(this.#place, info)) {
        return this.#sync({ embedLimit: EMBED_WHILE_MATCHING, signal });
      }
      await this.#learnIfDue(info, nowMs);
      this.#remember(nowMs);
      return done(null);
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #sync(options: SyncOptions): Promise<Outcome<RootSync>> {
    const nowMs = this.#place.curator.clock.monotonicMs();
    const synced = await syncRoot(this.#deps, this.#place, options);
    if (!synced.ok) return synced;
    this.#learnedAtMs = nowMs;
    this.#remember(nowMs);
    return synced;
  }

  async #learnIfDue(info: SkillIndexInfo, nowMs: number): Promise<void> {
    if (this.#learnedAtMs !== null && nowMs - this.#learnedAtMs < LEARN_EVERY_MS) return;
    const { curator, index } = this.#place;
    const newestEventId = (await curator.trace.info()).newestEventId;
    this.#learnedAtMs = nowMs;
    if (info.notes[LEARNED_NOTE] === (newestEventId ?? "")) return;
    await learnRoot(curator, index, await index.rows(), { newestEventId });
  }

  #remember(nowMs: number): void {
    this.#lookedAtMs = nowMs;
    this.#quickStamp = this.#quickLook();
  }

  #quickLook(): string {
    const { fs, root } = this.#place.curator;
    return `${fileStamp(fs, root.skillsDir)} ${fileStamp(fs, root.sidecarPath)}`;
  }

  /** A damaged index was set aside by its adapter: what was asked is done once more, on the new one. */
  async #attempt<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    for (const isLast of [false, true]) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof SkillIndexError && error.kind === "corrupt" && !isLast) continue;
        return refusalOf(error);
      }
    }
    return refused("unwritable", "the index cannot be made anew");
  }
}

/** What an adapter threw, as a refusal; anything else is a bug and thrown again. */
export function refusalOf(error: unknown): Outcome<never> {
  if (error instanceof SkillIndexError) return refused("unwritable", error.message);
  if (error instanceof TraceError) return refused("unreadable", error.message);
  throw error;
}

/** Whether the disk looks as it did when the index agreed with it. */
export function looksUnchanged({ curator }: MatcherRoot, { notes }: SkillIndexInfo): boolean {
  const watched = parseWatched(notes[WATCHED_NOTE]);
  return watched !== null && isUnchanged(curator.fs, watched);
}

function parseWatched(text: string | undefined): WatchList | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (!Array.isArray(value) || !value.every(isStamped)) return null;
    return value;
  } catch {
    return null;
  }
}

function isStamped(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string";
}
