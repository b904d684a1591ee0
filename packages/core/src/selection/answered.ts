import type { RefusalRecord } from "../trace/root-history.ts";
import { DAY_US } from "./activity.ts";
import type { SelectionInput } from "./selection-input.ts";

/**
 * Returns the latest "no" that still stands for a candidate, or null: same candidate hash, same model, younger
 * than `reask_after_days` (0 = ask at every run); a free model remembers nothing. CONTRACTS 8.6.
 */
export function findAnswer(hash: string, input: SelectionInput): RefusalRecord | null {
  if (input.model.free) return null;
  const standsForUs = input.config.reask_after_days * DAY_US;
  const standing = input.history.refusals.filter(
    (refusal) =>
      refusal.candidateHash === hash &&
      refusal.model === input.model.id &&
      input.nowUs - refusal.atUs < standsForUs,
  );
  return standing.reduce<RefusalRecord | null>((a, b) => (a === null || b.atUs > a.atUs ? b : a), null);
}
