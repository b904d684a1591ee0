import type { EventBus } from "../events/index.ts";
import type { Clock, IdSource } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import { makeValidEvent } from "./make-valid-event.ts";
import type { SkillCurator } from "./skill-curator.ts";

export interface SessionManagerDeps {
  readonly bus: EventBus;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Null: sessions end without a due check (S1 10.1). */
  readonly curator: Pick<SkillCurator, "maybeRun"> | null;
}

export interface SessionEnd {
  readonly disposition: "completed" | "abandoned" | "error";
  readonly turnCount: number;
  /** USD as a plain decimal. */
  readonly totalCostUsd: string;
  readonly durationSeconds: number;
}

/** Ends sessions and gives the curator its chance. */
export interface SessionManager {
  /**
   * Publishes `session.ended`, then calls `maybeRun` exactly once and waits for it (S1 10.1, 12.1). Rejects
   * only when the event cannot be published; no failure of the curator reaches the caller.
   */
  endSession(sessionId: string, end: SessionEnd): Promise<void>;
}

export function createSessionManager(deps: SessionManagerDeps): SessionManager {
  return {
    async endSession(sessionId, end) {
      const event = makeValidEvent(deps, {
        type: "session.ended",
        sessionId,
        payload: {
          disposition: end.disposition,
          turn_count: end.turnCount,
          total_cost_usd: end.totalCostUsd,
          duration_seconds: end.durationSeconds,
        },
      });
      await deps.bus.publish(event);
      await runQuietly(deps, sessionId);
    },
  };
}

async function runQuietly({ curator, logger }: SessionManagerDeps, sessionId: string): Promise<void> {
  try {
    await curator?.maybeRun(sessionId);
  } catch (error) {
    logger.log("error", `the curator failed at the session's end: ${String(error)}`);
  }
}
