import { createHash } from "node:crypto";
import type { CuratorDeps } from "../curator/curator-deps.ts";
import type { EventEnvelope } from "../events/envelope.ts";
import { eventRootKey } from "../trace/scope.ts";
import type { ScoutStatus } from "./skill-scout.ts";

const ID_DIGITS = 10;

/** What is known of a skill found elsewhere: the last event of its address. */
export interface KnownScouted {
  readonly sourceUrl: string;
  readonly name: string;
  readonly description: string | null;
  readonly relevanceScore: number;
  readonly matchedGap: string | null;
  readonly status: ScoutStatus;
}

/** Short, stable name of an address. */
export function scoutedId(sourceUrl: string): string {
  return `sk-${createHash("sha256").update(sourceUrl, "utf8").digest("hex").slice(0, ID_DIGITS)}`;
}

/** Returns what the trace says of scouted skills of this root, by address, in the order first seen. Throws `TraceError`. */
export async function readScouted({
  trace,
  root,
}: Pick<CuratorDeps, "trace" | "root">): Promise<ReadonlyMap<string, KnownScouted>> {
  const known = new Map<string, KnownScouted>();
  for await (const { events } of trace.scan(["skill.scouted"])) {
    for (const { event } of events) {
      if ((eventRootKey(event) ?? root.key) !== root.key) continue;
      const decoded = decodeScouted(event);
      if (decoded !== null) known.set(decoded.sourceUrl, decoded);
    }
  }
  return known;
}

const STATUSES = ["new", "adopted", "dismissed"] as const;

function decodeScouted({ payload }: EventEnvelope): KnownScouted | null {
  const { source_url: sourceUrl, name, description, relevance_score: score, status, matched_gap } = payload;
  const known = STATUSES.find((one) => one === status);
  if (typeof sourceUrl !== "string" || typeof name !== "string" || known === undefined) return null;
  return {
    sourceUrl,
    name,
    description: typeof description === "string" ? description : null,
    relevanceScore: typeof score === "number" ? score : 0,
    matchedGap: typeof matched_gap === "string" ? matched_gap : null,
    status: known,
  };
}
