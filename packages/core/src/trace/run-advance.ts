import type { Payload } from "../events/envelope.ts";

const ADVANCING: ReadonlySet<unknown> = new Set(["completed", "no_candidates", "per_run_cap", "per_day_cap"]);

/** True when a `curator.run_finished` moves `last_curation_at` forward (CONTRACTS 10.4). */
export function advancesLastCuration(payload: Payload): boolean {
  return ADVANCING.has(payload["throttled_reason"]) && (payload["ended_early"] ?? null) === null;
}
