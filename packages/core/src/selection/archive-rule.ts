import type { CuratorConfig } from "../config/curator-config.ts";
import type { ArchiveCandidate } from "./candidate.ts";
import { candidateHash } from "./candidate-hash.ts";
import { formatCount } from "./format-count.ts";
import type { SkillFacts } from "./selection-input.ts";
import { isoOrNull, skillSignals } from "./signals.ts";

/** A stale skill that scored lower than this … */
export const EFFECTIVENESS_MIN = 0.3;
/** … over at least so many feedbacks has failed (CONTRACTS 6.2). */
export const FEEDBACK_USES_MIN = 3;

/**
 * Returns the archive candidate a skill makes, or null: idle for `archive_after_days` (exactly is enough), or
 * stale with low effectiveness. CONTRACTS 6.2.
 */
export function findArchiveCandidate(facts: SkillFacts, config: CuratorConfig): ArchiveCandidate | null {
  const reason = archiveReason(facts, config);
  if (reason === null) return null;
  return {
    action: "archive",
    skills: [facts.name],
    reason,
    signals: skillSignals(facts),
    hash: candidateHash("archive", [facts]),
  };
}

function archiveReason({ activity, history }: SkillFacts, config: CuratorConfig): string | null {
  const idle = activity.idleDays;
  if (idle === null) return null;
  if (idle >= config.archive_after_days) {
    return `idle ${formatCount(idle, "day")} (limit ${config.archive_after_days}), ${lastLoad(activity.lastLoadedAtUs)}`;
  }
  const effectiveness = history?.effectiveness ?? null;
  if (!activity.stale || effectiveness === null) return null;
  if (effectiveness.score >= EFFECTIVENESS_MIN || effectiveness.uses < FEEDBACK_USES_MIN) return null;
  const score = `effectiveness ${effectiveness.score.toFixed(2)} over ${effectiveness.uses} uses`;
  return `idle ${formatCount(idle, "day")} (stale after ${config.stale_after_days}), ${score} (minimum ${EFFECTIVENESS_MIN})`;
}

function lastLoad(atUs: number | null): string {
  const iso = isoOrNull(atUs);
  return iso === null ? "never loaded" : `last loaded ${iso.slice(0, 10)}`;
}
