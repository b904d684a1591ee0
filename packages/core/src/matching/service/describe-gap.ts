import { actCommand } from "../../curator/act-command.ts";
import type { FoundMatch } from "../scoring/find-matches.ts";
import type { MatchGap, SkillMatch } from "../skill-matcher.ts";
import type { MatcherDeps } from "./matcher-deps.ts";

/** From this similarity on, the closest skill is near enough to be extended rather than a new one written. */
export const EVOLVE_SIMILARITY_MIN = 0.3;

/**
 * Returns what could be done about a task that no skill fits (CONTRACTS 13.2): restore an archived skill that would have
 * matched, evolve the closest one, or create a new one.
 */
export function describeGap(
  { config: { threshold }, main }: MatcherDeps,
  closest: SkillMatch | null,
  archived: FoundMatch | null,
): MatchGap {
  const gap = { best_score: closest?.score ?? 0, threshold };
  if (archived !== null && archived.score >= threshold) {
    const { name } = archived.row;
    const message = `no live skill fits; the archived ${name} would: ${actCommand(main.curator, "restore", name)}`;
    return { ...gap, suggested_action: "restore_archived", skill: name, message };
  }
  if (closest !== null && closest.similarity >= EVOLVE_SIMILARITY_MIN) {
    const message = `no skill fits; ${closest.name} comes closest and could be extended`;
    return { ...gap, suggested_action: "evolve_existing", skill: closest.name, message };
  }
  const near =
    closest === null ? "nothing comes near" : `${closest.name} comes closest, but is about something else`;
  return {
    ...gap,
    suggested_action: "create_new",
    skill: closest?.name ?? null,
    message: `no skill fits; ${near}`,
  };
}
