import { findNearestKey } from "../config/nearest-key.ts";
import { misused, refused } from "../curator/refusals.ts";
import type { Outcome } from "../curator/skill-curator.ts";
import { TraceError } from "../ports/trace-store.ts";
import type { ScoutDeps } from "./scout-deps.ts";
import { type KnownScouted, readScouted, scoutedId } from "./scouted-history.ts";

const SHOWN_MAX = 200;

/**
 * Returns the scouted skill that an id, an address or a name stands for. An address that was not found before is taken
 * when a source understands it. Refusals: `unknown-scouted`, `unreadable`.
 */
export async function findTarget(deps: ScoutDeps, target: string): Promise<Outcome<KnownScouted>> {
  const wanted = target.trim();
  let known: ReadonlyMap<string, KnownScouted>;
  try {
    known = await readScouted(deps.curator);
  } catch (error) {
    if (error instanceof TraceError) return refused("unreadable", error.message);
    throw error;
  }
  const exact = known.get(wanted) ?? [...known.values()].find((one) => scoutedId(one.sourceUrl) === wanted);
  if (exact !== undefined) return { ok: true, value: exact };
  const named = [...known.values()].filter(({ name }) => name === wanted);
  const [first, second] = named;
  if (first !== undefined && second === undefined) return { ok: true, value: first };
  if (first !== undefined) {
    const ids = named.map(({ sourceUrl }) => scoutedId(sourceUrl)).slice(0, 5);
    return misused("unknown-scouted", `several are called "${wanted}": name one of ${ids.join(", ")}`);
  }
  if (deps.sources.some((source) => source.handles(wanted))) return { ok: true, value: unseen(wanted) };
  return unknown(wanted, known);
}

function unseen(sourceUrl: string): KnownScouted {
  const name = decodeLast(sourceUrl);
  return { sourceUrl, name, description: null, relevanceScore: 0, matchedGap: null, status: "new" };
}

function decodeLast(url: string): string {
  const last = url.replace(/\/+$/, "").split("/").at(-1) ?? url;
  return last.slice(0, SHOWN_MAX) || url.slice(0, SHOWN_MAX);
}

function unknown(target: string, known: ReadonlyMap<string, KnownScouted>): Outcome<never> {
  const shown = JSON.stringify(target.slice(0, SHOWN_MAX));
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
    return misused(
      "unknown-scouted",
      `no source takes skills from ${shown}; give an address at github.com or skills.sh`,
    );
  }
  const nearest = findNearestKey(
    target.slice(0, SHOWN_MAX),
    [...known.values()].flatMap(({ name, sourceUrl }) => [name, scoutedId(sourceUrl)]),
  );
  const hint = nearest === null ? "search first, or give an address" : `did you mean "${nearest}"?`;
  return misused("unknown-scouted", `no scouted skill ${shown}; ${hint}`);
}
