import type { CuratorDeps } from "../curator/curator-deps.ts";
import { makeValidEvent } from "../curator/make-valid-event.ts";
import type { EventEnvelope } from "../events/envelope.ts";
import type { KnownScouted } from "./scouted-history.ts";

/** The event that records a scouted skill and what became of it (CONTRACTS 13.1). */
export function makeScoutedEvent(
  curator: Pick<CuratorDeps, "ids" | "clock" | "root">,
  scouted: KnownScouted,
  sessionId: string,
): EventEnvelope {
  return makeValidEvent(curator, {
    type: "skill.scouted",
    actor: scouted.status === "new" ? "system" : "user",
    sessionId,
    payload: {
      root: curator.root.key,
      source_url: scouted.sourceUrl,
      name: scouted.name,
      description: scouted.description,
      relevance_score: scouted.relevanceScore,
      status: scouted.status,
      matched_gap: scouted.matchedGap,
    },
  });
}
