import { makeValidEvent } from "../../curator/make-valid-event.ts";
import { done, misused, refused } from "../../curator/refusals.ts";
import type { Outcome } from "../../curator/skill-curator.ts";
import { FileSystemError } from "../../ports/file-system.ts";
import { TraceError } from "../../ports/trace-store.ts";
import { DAY_US } from "../../selection/activity.ts";
import { defaultRanker } from "../rank/default-ranker.ts";
import { type FoundMatch, findMatches } from "../scoring/find-matches.ts";
import { roundShare } from "../scoring/score-skill.ts";
import {
  type MatchableState,
  type MatchReport,
  type MatchRequest,
  type SkillMatch,
  TOP_K_MAX,
} from "../skill-matcher.ts";
import { taskTerms } from "../terms/task-terms.ts";
import { describeGap } from "./describe-gap.ts";
import { embedTask, type TaskVector } from "./embed-task.ts";
import { type FreshIndex, refusalOf } from "./fresh-index.ts";
import { allRoots, type MatcherDeps } from "./matcher-deps.ts";
import { type ResolvedProfile, resolveProfile } from "./resolve-profile.ts";
import { isSessionId, sessionFault } from "./session-id.ts";
import { storedTask } from "./stored-task.ts";

/** Skills of an answer that its event names. */
const TOP_KEPT = 5;

export interface MatchContext {
  readonly deps: MatcherDeps;
  readonly fresh: readonly FreshIndex[];
}

/**
 * Returns the skills for a task, or the gap (CONTRACTS 13.2), and records it. A trace that cannot be written costs the
 * record, not the answer. Refusals: `empty-task`, `invalid-top-k`, `invalid-session`, `unknown-profile`, `cancelled`,
 * and those of a library or an index that cannot be read.
 */
export async function matchTask(
  { deps, fresh }: MatchContext,
  request: MatchRequest,
  signal?: AbortSignal,
): Promise<Outcome<MatchReport>> {
  if (request.task.trim() === "") {
    return misused("empty-task", "the task is empty; say in a sentence what is to be done");
  }
  const asked = request.topK ?? deps.config.top_k;
  if (!Number.isInteger(asked) || asked < 1) {
    return misused("invalid-top-k", `top_k must be a whole number from 1 to ${TOP_K_MAX}, not ${asked}`);
  }
  if (request.sessionId !== undefined && !isSessionId(request.sessionId))
    return sessionFault(request.sessionId);
  const profile = resolveProfile(deps, request.profile);
  if (!profile.ok) return profile;
  const notices: string[] = [];
  for (const [position, one] of fresh.entries()) {
    const freshened = await one.freshen(signal);
    if (!freshened.ok) return freshened;
    if (freshened.value === null) continue;
    try {
      notices.push(...((await allRoots(deps)[position]?.index.info())?.notices ?? []));
    } catch (error) {
      return refusalOf(error);
    }
    if (freshened.value.left > 0 && freshened.value.hint === null) {
      notices.push(
        `${freshened.value.left} skills have no vectors yet and are matched by words; reindex to make them`,
      );
    }
  }
  if (asked > TOP_K_MAX) notices.push(`top_k ${asked} is more than ${TOP_K_MAX}; ${TOP_K_MAX} is used`);
  const embedded = await embedTask(deps.embedder, request.task, signal);
  if (signal?.aborted === true) return refused("cancelled", "the match was cancelled; nothing was recorded");
  try {
    const found = await search(deps, request.task, embedded, profile.value, false);
    const report = await buildReport(deps, request, { found, embedded, profile: profile.value, notices });
    return done(await recordMatch(deps, request, report, Math.min(asked, TOP_K_MAX)));
  } catch (error) {
    return refusalOf(error);
  }
}

/** Live skills for a task whose files are there, or archived ones; best first. */
export async function search(
  deps: MatcherDeps,
  task: string,
  { vector }: Pick<TaskVector, "vector">,
  profile: ResolvedProfile | null,
  archived: boolean,
): Promise<readonly FoundMatch[]> {
  return findMatches({
    indexes: allRoots(deps).map(({ index }) => index),
    task: taskTerms(task),
    vector,
    ranker: deps.ranker ?? defaultRanker,
    weights: deps.config.weights,
    profile: profile === null ? null : new Set(profile.skills),
    archived,
  });
}

interface Matched {
  readonly found: readonly FoundMatch[];
  readonly embedded: TaskVector;
  readonly profile: ResolvedProfile | null;
  readonly notices: readonly string[];
}

/** As many matches as the answer or its event names; the caller cuts them. */
async function buildReport(
  deps: MatcherDeps,
  request: MatchRequest,
  { found, embedded, profile, notices }: Matched,
): Promise<MatchReport> {
  const wanted = Math.max(TOP_KEPT, Math.min(request.topK ?? deps.config.top_k, TOP_K_MAX));
  const matches = firstPresent(deps, found, wanted).map((match) => toSkillMatch(deps, match));
  const [best] = matches;
  const fits = best !== undefined && best.score >= deps.config.threshold;
  const archived = fits ? [] : await search(deps, request.task, embedded, profile, true);
  return {
    matches,
    best_skill: fits ? best.name : null,
    gap: fits ? null : describeGap(deps, best ?? null, archived[0] ?? null),
    profile,
    method: embedded.method,
    session_id: request.sessionId ?? deps.main.curator.ids.next(),
    notices,
  };
}

/** The first whose files are there. */
function firstPresent(
  deps: MatcherDeps,
  found: readonly FoundMatch[],
  wanted: number,
): readonly FoundMatch[] {
  const present: FoundMatch[] = [];
  for (const match of found) {
    if (present.length >= wanted) break;
    if (isThere(deps, match.row.path)) present.push(match);
  }
  return present;
}

function isThere({ main }: MatcherDeps, path: string): boolean {
  try {
    return main.curator.fs.stat(path).kind === "file";
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}

function toSkillMatch(
  deps: MatcherDeps,
  { row, score, similarity, profileMatch, why }: FoundMatch,
): SkillMatch {
  return {
    name: row.name,
    path: row.path,
    score,
    similarity,
    effectiveness: roundShare(row.effectiveness),
    profile_match: profileMatch,
    state: stateOf(deps, row.state, row.idleSinceUs),
    description: row.description,
    why,
  };
}

/** Staleness goes on while the index stands still. */
export function stateOf(
  deps: MatcherDeps,
  state: FoundMatch["row"]["state"],
  idleSinceUs: number | null,
): MatchableState {
  if (state === "draft") return "draft";
  if (idleSinceUs === null) return "active";
  const { clock, config } = deps.main.curator;
  const idleDays = Math.floor((clock.nowUs() - idleSinceUs) / DAY_US);
  return idleDays >= config.stale_after_days ? "stale" : "active";
}

async function recordMatch(
  deps: MatcherDeps,
  request: MatchRequest,
  report: MatchReport,
  topK: number,
): Promise<MatchReport> {
  const cut = { ...report, matches: report.matches.slice(0, topK) };
  if (request.isRecorded === false) return cut;
  const { curator } = deps.main;
  const { config, secrets, trace, root } = curator;
  const event = makeValidEvent(curator, {
    type: "skill.matched",
    sessionId: report.session_id,
    payload: {
      root: root.key,
      task: await storedTask(request.task, deps.config.store_task, config.redact, secrets),
      best_skill: report.best_skill,
      best_score: report.matches[0]?.score ?? 0,
      top: report.matches.slice(0, TOP_KEPT).map(({ name, score }) => ({ name, score })),
      profile: report.profile === null ? null : (report.profile.name ?? [...report.profile.skills]),
    },
  });
  try {
    await trace.append([event], "normal");
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    return { ...cut, notices: [...cut.notices, `not recorded: ${error.message}`] };
  }
  await curator.announce([event]);
  return cut;
}
