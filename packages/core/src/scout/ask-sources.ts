import { FileSystemError } from "../ports/file-system.ts";
import type { SkillSource, SkillSourceAnswer, SourcedSkill } from "../ports/skill-source.ts";
import { findCachedAnswer, keepAnswer, type ScoutCachePlace, scoutCacheKey } from "./scout-cache.ts";
import type { ScoutDeps } from "./scout-deps.ts";
import { toSourceQuery } from "./source-query.ts";

/** Skills of one source that are looked at for one query. */
const SKILLS_MAX = 200;
const WARNINGS_MAX = 5;

/** What one source had for one query. */
export interface SourceFinds {
  readonly source: string;
  readonly skills: readonly SourcedSkill[];
  readonly warnings: readonly string[];
  readonly isCached: boolean;
  /** It gave no answer. */
  readonly isFailed: boolean;
}

/**
 * Asks every source at once, or what it answered to this very query within 24 hours (CONTRACTS 13.7). One that fails is
 * a warning; the others stand. Never throws.
 */
export function askSources(
  deps: ScoutDeps,
  line: string,
  isFresh: boolean,
  signal: AbortSignal | undefined,
): Promise<readonly SourceFinds[]> {
  return Promise.all(deps.sources.map((source) => askSource(deps, source, line, isFresh, signal)));
}

async function askSource(
  deps: ScoutDeps,
  source: SkillSource,
  line: string,
  isFresh: boolean,
  signal: AbortSignal | undefined,
): Promise<SourceFinds> {
  const { fs, root, clock } = deps.curator;
  const key = scoutCacheKey(source, line.toLowerCase());
  const place: ScoutCachePlace = { fs, root, nowUs: clock.nowUs() };
  const cached = isFresh ? null : findCachedAnswer(place, key);
  if (cached !== null) return toFinds(source, cached, true);
  const answer = await source.search(toSourceQuery(line), signal);
  if (answer.kind === "found" && answer.isPartial !== true) keep(deps, place, key, answer);
  return toFinds(source, answer, false);
}

function toFinds(source: SkillSource, answer: SkillSourceAnswer, isCached: boolean): SourceFinds {
  const { id } = source;
  if (answer.kind === "unavailable") {
    return { source: id, skills: [], warnings: [`${id}: ${answer.message}`], isCached, isFailed: true };
  }
  const warnings = answer.warnings.map((warning) => `${id}: ${warning}`);
  const more = warnings.length - WARNINGS_MAX;
  return {
    source: id,
    skills: answer.skills.slice(0, SKILLS_MAX),
    warnings: more > 0 ? [...warnings.slice(0, WARNINGS_MAX), `${id}: and ${more} more`] : warnings,
    isCached,
    isFailed: false,
  };
}

/** A cache that cannot be written costs a request, not the answer. */
function keep(
  { curator }: ScoutDeps,
  place: ScoutCachePlace,
  key: string,
  answer: Extract<SkillSourceAnswer, { kind: "found" }>,
): void {
  try {
    keepAnswer(place, key, answer);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    curator.logger.log("warning", `the answer of a skill source is not kept: ${error.message}`);
  }
}
