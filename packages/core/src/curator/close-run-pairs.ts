import { performAction } from "../actions/index.ts";
import type { Usd } from "../money/index.ts";
import { type StoredEvent, TraceError } from "../ports/trace-store.ts";
import {
  foldSpend,
  type RootHistory,
  type RunRecord,
  SPEND_EVENT_TYPES,
  spendScanWindow,
} from "../trace/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { makeValidEvent } from "./make-valid-event.ts";
import { refused } from "./refusals.ts";
import type { Outcome } from "./skill-curator.ts";

/**
 * Ends every run that was killed before its `curator.run_finished` (`ended_early: recovered`, CONTRACTS 7.6)
 * and returns their number. Call under the root's lock: a run without an end is then dead.
 */
export async function closeRunPairs(deps: CuratorDeps, history: RootHistory): Promise<Outcome<number>> {
  try {
    return await closeOpenRuns(deps, history);
  } catch (error) {
    if (error instanceof TraceError) return refused("unreadable", error.message);
    throw error;
  }
}

async function closeOpenRuns(deps: CuratorDeps, history: RootHistory): Promise<Outcome<number>> {
  const open = history.runs.filter((run) => run.finishedAtUs === null);
  for (const run of open) {
    const event = makeValidEvent(deps, {
      type: "curator.run_finished",
      sessionId: run.runId,
      payload: recoveredPayload(deps, history, run, await spendOf(deps, run)),
    });
    const result = await performAction(deps, {
      label: `close run ${run.runId}`,
      guards: [],
      steps: [],
      events: [{ event, step: null }],
    });
    if (result.kind === "failed") return refused("unfinished", result.message);
  }
  return { ok: true, value: open.length };
}

/** Calls that were declined or never answered cost money too (CONTRACTS 9.4). */
async function spendOf(deps: CuratorDeps, run: RunRecord): Promise<Usd> {
  const events: StoredEvent[] = [];
  const window = { fromUs: run.startedAtUs, untilUs: deps.clock.nowUs() + 1 };
  for await (const batch of deps.trace.scan(SPEND_EVENT_TYPES, spendScanWindow(window))) {
    events.push(...batch.events.filter(({ event }) => event.payload["curator_run_id"] === run.runId));
  }
  return foldSpend(events, deps.root.key, window);
}

function recoveredPayload(
  deps: CuratorDeps,
  history: RootHistory,
  run: RunRecord,
  spendUsd: Usd,
): Record<string, unknown> {
  const acts = history.acts.filter(
    ({ type, payload }) => type === "skill.curated" && payload["curator_run_id"] === run.runId,
  );
  return {
    root: deps.root.key,
    curator_run_id: run.runId,
    source: deps.root.scope,
    actions_taken: acts.length,
    spend_usd: spendUsd,
    throttled_reason: "completed",
    duration_ms: Math.max(0, Math.round((deps.clock.nowUs() - run.startedAtUs) / 1000)),
    errors: 0,
    truncated: 0,
    skips: [],
    ended_early: "recovered",
  };
}
