import { decodePayload } from "../events/index.ts";
import type { ActivityReader, TimeWindow } from "../ports/trace-store.ts";

/**
 * Returns the mean evaluator score of each of these sessions that was judged within the window. One call of
 * the port. Advice only: it orders and informs, and never makes a skill a candidate (CONTRACTS 6.4, S1 10.4).
 * Throws `TraceError`.
 */
export async function readEvalScores(
  trace: Pick<ActivityReader, "scan">,
  sessionIds: readonly string[],
  window: TimeWindow,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Set(sessionIds);
  const scores = new Map<string, number[]>();
  for await (const batch of trace.scan(["eval.completed"], window)) {
    for (const { event } of batch.events) {
      const judged = decodePayload("eval.completed", event.payload);
      if (judged === null || !wanted.has(event.sessionId)) continue;
      scores.set(event.sessionId, [...(scores.get(event.sessionId) ?? []), judged.score]);
    }
  }
  return new Map([...scores].map(([sessionId, own]) => [sessionId, mean(own)]));
}

/** Mean of the sessions that have a score; null when none has. */
export function meanEvalScore(
  scores: ReadonlyMap<string, number>,
  sessionIds: Iterable<string>,
): number | null {
  const own = [...sessionIds].flatMap((sessionId) => scores.get(sessionId) ?? []);
  return own.length === 0 ? null : mean(own);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
