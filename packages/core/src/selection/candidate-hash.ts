import { createHash } from "node:crypto";
import type { CandidateAction } from "./candidate.ts";
import { compareText } from "./order.ts";
import type { SkillFacts } from "./selection-input.ts";

/**
 * Returns the SHA-256 (hex) over the action and, per member by name, its name, the hash of its SKILL.md and its
 * last load: what a "no" was about, and what a plan file was made from. The mere passing of time, restores, pins
 * and the pruning of old loads leave it as it is. CONTRACTS 4.4, 8.6, 10.5.
 */
export function candidateHash(action: CandidateAction, members: readonly SkillFacts[]): string {
  const rows = members
    .map(({ name, skill, activity }) => [name, skill.fileHash, activity.lastLoadedAtUs])
    .sort((a, b) => compareText(String(a[0]), String(b[0])));
  return createHash("sha256")
    .update(JSON.stringify([action, rows]), "utf8")
    .digest("hex");
}
