import type { CuratorDeps } from "../../curator/curator-deps.ts";
import { realpathOrNull } from "../../curator/library-view.ts";
import type { IndexRow, SkillIndex } from "../../ports/skill-index.ts";
import { nearestRootTest, readFacts, readSidecar, type SidecarState } from "../../roots/index.ts";
import { EMPTY_SIDECAR } from "../../roots/sidecar-entry.ts";
import { type RootHistory, readRootHistory } from "../../trace/index.ts";
import { learnSkills } from "../learning/learn-skills.ts";
import { readMatchingHistory } from "../learning/matching-history.ts";

/** Note in the index: the newest event it has learned from. */
export const LEARNED_NOTE = "learned_event";

interface Past {
  readonly history: RootHistory;
  readonly sidecar: SidecarState;
}

export interface LearnOptions {
  /** Read already: saves a scan of the trace. */
  readonly known?: Past & { readonly archived: ReadonlySet<string> };
  /** Newest event before anything was read. */
  readonly newestEventId: string | null;
}

/**
 * Brings what the index knows of use, feedback and gaps up to the trace (CONTRACTS 13.1); nothing learned is reset.
 * Throws `TraceError` and `SkillIndexError`.
 */
export async function learnRoot(
  deps: CuratorDeps,
  index: SkillIndex,
  rows: readonly IndexRow[],
  { known, newestEventId }: LearnOptions,
): Promise<void> {
  const nowUs = deps.clock.nowUs();
  const isNearestRoot = nearestRootTest(deps.fs, deps.root, deps.layout);
  const realpath = (path: string) => realpathOrNull(deps, path);
  const { history, sidecar } = known ?? (await readPast(deps, nowUs, { isNearestRoot, realpath }));
  const matching = await readMatchingHistory(deps.trace, deps.root, { nowUs, isNearestRoot, realpath });
  const before = new Map(rows.map((row) => [row.name, row]));
  const isArchived = (row: IndexRow) => known?.archived.has(row.name) ?? row.state === "archived";
  const named = rows.map((row) => ({ name: row.name, archived: isArchived(row) }));
  const learn = learnSkills(named, before, { history, matching, sidecar, config: deps.config, nowUs });
  const { feedback, scouted } = matching;
  const notes = { [LEARNED_NOTE]: newestEventId ?? "" };
  await index.apply({ learn, feedback, scouted, notes, atUs: nowUs });
}

async function readPast(
  deps: CuratorDeps,
  nowUs: number,
  places: Pick<Parameters<typeof readRootHistory>[2], "isNearestRoot" | "realpath">,
): Promise<Past> {
  const found = readSidecar(deps.fs, deps.root);
  const sidecar = found.kind === "state" ? found.state : EMPTY_SIDECAR;
  const stored = readFacts(deps.fs, deps.root);
  const history = await readRootHistory(deps.trace, deps.root, {
    nowUs,
    facts: stored.kind === "facts" ? stored.facts : null,
    areFactsLost: stored.kind === "corrupt",
    sidecar,
    ...places,
  });
  return { history, sidecar };
}
