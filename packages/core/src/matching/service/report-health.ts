import { done } from "../../curator/refusals.ts";
import type { Outcome } from "../../curator/skill-curator.ts";
import { SkillIndexError } from "../../ports/skill-index.ts";
import { TraceError } from "../../ports/trace-store.ts";
import type { MatcherHealth } from "../skill-matcher.ts";
import { embedTask } from "./embed-task.ts";
import { looksUnchanged } from "./fresh-index.ts";
import { allRoots, type MatcherDeps, type MatcherRoot } from "./matcher-deps.ts";

/** Says whether matching works, root by root, and how. Changes nothing, embeds one word; never refuses. */
export async function reportHealth(deps: MatcherDeps): Promise<Outcome<MatcherHealth>> {
  const roots: MatcherHealth["roots"][number][] = [];
  const notices: string[] = [];
  for (const place of allRoots(deps)) {
    const root = await describeRoot(place, notices);
    roots.push(root);
  }
  const trace = await describeTrace(deps);
  const { method } = await embedTask(deps.embedder, "skill", undefined);
  const isFine = roots.every(({ error }) => error === null) && trace.readable;
  const { threshold } = deps.config;
  return done({ ok: isFine, roots, trace, method, threshold, notices: [...new Set(notices)] });
}

async function describeRoot(place: MatcherRoot, notices: string[]): Promise<MatcherHealth["roots"][number]> {
  const { key, scope, skillsDir } = place.curator.root;
  const about = { key, scope, skills_dir: skillsDir };
  try {
    const info = await place.index.info();
    notices.push(...info.notices);
    const index = {
      path: info.path,
      skills: info.skills,
      archived: info.archived,
      embedded: info.embedded,
      model: info.model,
      dimension: info.dimension,
      vector_search: info.vectorSearch,
      fresh: looksUnchanged(place, info),
    };
    return { ...about, index, error: null };
  } catch (error) {
    if (error instanceof SkillIndexError) return { ...about, index: null, error: error.message };
    throw error;
  }
}

async function describeTrace({ main: { curator } }: MatcherDeps): Promise<MatcherHealth["trace"]> {
  try {
    const { path, writable } = await curator.trace.info();
    return { path, writable, readable: true };
  } catch (error) {
    if (error instanceof TraceError) return { path: error.message, writable: false, readable: false };
    throw error;
  }
}
