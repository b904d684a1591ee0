import { FreshIndex } from "./service/fresh-index.ts";
import { giveFeedback } from "./service/give-feedback.ts";
import { listGaps } from "./service/list-gaps.ts";
import { matchTask } from "./service/match-task.ts";
import { allRoots, type MatcherDeps } from "./service/matcher-deps.ts";
import { reindex } from "./service/reindex.ts";
import { reportHealth } from "./service/report-health.ts";
import { reportLifecycle } from "./service/report-lifecycle.ts";
import type { SkillMatcher } from "./skill-matcher.ts";

/** The matcher over one or more roots, from its ports. One instance serves any number of calls, also at once. */
export function createMatcher(deps: MatcherDeps): SkillMatcher {
  const context = { deps, fresh: allRoots(deps).map((place) => new FreshIndex(deps, place)) };
  return {
    match: (request, signal) => matchTask(context, request, signal),
    feedback: (request) => giveFeedback(context, request),
    gaps: (request) => listGaps(context, request),
    lifecycle: () => reportLifecycle(context),
    reindex: (options) => reindex(context, options),
    health: () => reportHealth(deps),
    close: () => {
      for (const { index } of allRoots(deps)) index.close();
    },
  };
}
