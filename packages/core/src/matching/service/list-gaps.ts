import { realpathOrNull } from "../../curator/library-view.ts";
import { done } from "../../curator/refusals.ts";
import type { Outcome } from "../../curator/skill-curator.ts";
import { nearestRootTest } from "../../roots/index.ts";
import { isoFromUs } from "../../trace/time.ts";
import {
  describeCluster,
  type GapAnswer,
  type GapCluster,
  gapClusters,
  type UnmatchedRecord,
  unmatchedTasks,
} from "../gaps/find-gaps.ts";
import { HASHED_TASK, type MatchingHistory, readMatchingHistory } from "../learning/matching-history.ts";
import type { GapsReport, GapsRequest, SkillGap, UnmatchedTask } from "../skill-matcher.ts";
import { EVOLVE_SIMILARITY_MIN } from "./describe-gap.ts";
import { embedTask } from "./embed-task.ts";
import { refusalOf } from "./fresh-index.ts";
import { type MatchContext, search } from "./match-task.ts";
import type { MatcherDeps } from "./matcher-deps.ts";
import { isSessionId, sessionFault } from "./session-id.ts";

/** Gaps that are looked up and shown. */
const GAPS_MAX = 50;
const SESSION_TASKS_MAX = 200;

/**
 * Returns the needs that came up three times or more and that no skill meets today (CONTRACTS 13.4). A gap that a skill
 * meets by now is closed and not shown. Refusals: `invalid-session`, and those of a library or trace that cannot be read.
 */
export async function listGaps(
  { deps, fresh }: MatchContext,
  request: GapsRequest = {},
): Promise<Outcome<GapsReport>> {
  const { sessionId } = request;
  if (sessionId !== undefined && !isSessionId(sessionId)) return sessionFault(sessionId);
  for (const one of fresh) {
    const freshened = await one.freshen(undefined);
    if (!freshened.ok) return freshened;
  }
  try {
    const { matches } = await readMatching(deps);
    const unmatched = unmatchedTasks(matches, request);
    const clusters = gapClusters(unmatched);
    const gaps: SkillGap[] = [];
    let closed = 0;
    for (const cluster of clusters.slice(0, GAPS_MAX)) {
      const answer = await answerNow(deps, cluster);
      if (answer === null) closed += 1;
      else gaps.push(describeCluster(cluster, answer));
    }
    return done({
      gaps,
      ...(sessionId === undefined ? {} : { tasks: unmatched.slice(-SESSION_TASKS_MAX).map(toUnmatchedTask) }),
      unmatched: unmatched.length,
      hashed: unmatched.filter(({ task }) => task.startsWith(HASHED_TASK)).length,
      notices: noticesOf(clusters.length, closed, unmatched),
    });
  } catch (error) {
    return refusalOf(error);
  }
}

/** Matches, feedback and scouted skills of the main root. Throws `TraceError`. */
export function readMatching({ main: { curator } }: MatcherDeps): Promise<MatchingHistory> {
  return readMatchingHistory(curator.trace, curator.root, {
    nowUs: curator.clock.nowUs(),
    realpath: (path) => realpathOrNull(curator, path),
    isNearestRoot: nearestRootTest(curator.fs, curator.root, curator.layout),
  });
}

/** What the newest task of a cluster gets now; null when a skill fits by now. */
async function answerNow(deps: MatcherDeps, { tasks }: GapCluster): Promise<GapAnswer | null> {
  const newest = tasks.at(-1);
  if (newest === undefined) return null;
  if (newest.task.startsWith(HASHED_TASK)) return { closest: newest.closest, isNear: false, restore: null };
  const { threshold } = deps.config;
  const embedded = await embedTask(deps.embedder, newest.task, undefined);
  const [best] = await search(deps, newest.task, embedded, null, false);
  if (best !== undefined && best.score >= threshold) return null;
  const [archived] = await search(deps, newest.task, embedded, null, true);
  return {
    closest: best === undefined ? null : { name: best.row.name, score: best.score },
    isNear: best !== undefined && best.similarity >= EVOLVE_SIMILARITY_MIN,
    restore: archived !== undefined && archived.score >= threshold ? archived.row.name : null,
  };
}

function toUnmatchedTask({ task, atUs, closest, bestScore }: UnmatchedRecord): UnmatchedTask {
  return { task, at: isoFromUs(atUs), best_skill: closest?.name ?? null, best_score: bestScore };
}

function noticesOf(
  clusters: number,
  closed: number,
  unmatched: readonly UnmatchedRecord[],
): readonly string[] {
  const notices: string[] = [];
  if (clusters > GAPS_MAX) notices.push(`${clusters - GAPS_MAX} smaller gaps are not shown`);
  if (closed > 0)
    notices.push(`${closed} ${closed === 1 ? "gap was" : "gaps were"} closed: a skill fits by now`);
  const { length } = unmatched;
  if (clusters === 0 && length > 0) {
    notices.push(
      `${length} unmatched ${length === 1 ? "task" : "tasks"} so far, no need came up three times`,
    );
  }
  return notices;
}
