import { done, misused } from "../curator/refusals.ts";
import type { Outcome } from "../curator/skill-curator.ts";
import { HASHED_TASK } from "../matching/learning/matching-history.ts";
import type { SkillGap } from "../matching/skill-matcher.ts";
import type { SecretFinder } from "../ports/secret-finder.ts";
import { queryLine } from "./source-query.ts";

/** Gaps that are looked for at once: each costs every source a request. */
const GAPS_MAX = 5;

/** Something to look for. */
export interface ScoutNeed {
  /** What leaves this machine. */
  readonly line: string;
  /** What a skill is compared with here. */
  readonly texts: readonly string[];
  /** Theme of the gap; null for a query. */
  readonly gap: string | null;
}

/** The need of a query. Refusals: `empty-query`, `secret-in-query`. */
export async function needOfQuery(query: string, secrets: SecretFinder): Promise<Outcome<ScoutNeed>> {
  const line = queryLine(query);
  if (line === "") return misused("empty-query", "the query is empty; say in a few words what is needed");
  const found = await secrets.findSecrets(query);
  if (found.length > 0) {
    const message = "the query holds what looks like a secret; it was sent nowhere, ask without it";
    return misused("secret-in-query", message);
  }
  return done({ line, texts: [query], gap: null });
}

/**
 * The needs of the open gaps, the most frequent first. Of a gap only its theme is sent, the words that its tasks share:
 * the tasks themselves stay here. One of which only hashes are kept, or whose theme looks like a secret, cannot be
 * looked for.
 */
export async function needsOfGaps(
  gaps: readonly SkillGap[],
  secrets: SecretFinder,
): Promise<{ readonly needs: readonly ScoutNeed[]; readonly notices: readonly string[] }> {
  const needs: ScoutNeed[] = [];
  let left = 0;
  for (const { theme, samples } of gaps) {
    const line = queryLine(theme);
    const told = samples.filter((sample) => !sample.startsWith(HASHED_TASK));
    const isSayable = line !== "" && told.length > 0 && !line.startsWith("(");
    if (isSayable && (await secrets.findSecrets(line)).length === 0) {
      needs.push({ line, texts: [theme, ...told], gap: theme });
    } else left += 1;
  }
  const notices: string[] = [];
  if (left > 0) {
    notices.push(`${left} ${left === 1 ? "gap has" : "gaps have"} no words to look for: ask with a query`);
  }
  if (needs.length > GAPS_MAX) {
    notices.push(`the ${GAPS_MAX} most frequent of ${needs.length} gaps were looked for`);
  }
  return { needs: needs.slice(0, GAPS_MAX), notices };
}
