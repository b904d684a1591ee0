import type { CostQuery, CostReport, TimeWindow } from "@metis-curate/core";
import { type AskDatabase, readCost } from "./cost-analytics.ts";
import { type CuratorEvents, hoursAround, readCuratorEvents } from "./curator-analytics.ts";
import { holdAnswers } from "./hold-answers.ts";
import { translatingRejections } from "./trace-error.ts";

/** Answers of each kind, and the rows of one that are worth their memory. */
const ANSWERS_MAX = 8;
const EVENTS_KEPT_MAX = 20_000;
const COST_ROWS_KEPT_MAX = 2_000;

export interface HeldAnalytics {
  /** What the summary of a window is folded from. Throws `TraceError`. */
  curatorEvents(window: TimeWindow): Promise<CuratorEvents>;
  /** As `AnalyticsReader.sumCost`. Throws `TraceError`. */
  cost(query: CostQuery): Promise<CostReport>;
  drop(): void;
}

/** The dear questions about a trace, each asked once as long as nobody writes to it. */
export function heldAnalytics(path: string, ask: AskDatabase): HeldAnalytics {
  const shared = { countMax: ANSWERS_MAX, nowMs: () => Date.now() };
  const events = holdAnswers<CuratorEvents>(path, {
    ...shared,
    mayKeep: (answer) => answer.events.length <= EVENTS_KEPT_MAX,
  });
  const costs = holdAnswers<CostReport>(path, {
    ...shared,
    mayKeep: ({ rows }) => rows.length <= COST_ROWS_KEPT_MAX,
  });
  return {
    curatorEvents: (window) => {
      const hours = hoursAround(window);
      const read = async () => ask((database) => readCuratorEvents(database, hours));
      return translatingRejections(path, events.answer(`${hours.fromUs} ${hours.untilUs}`, read));
    },
    cost: (query) =>
      translatingRejections(
        path,
        costs.answer(JSON.stringify(query), () => readCost(ask, query)),
      ),
    drop: () => {
      events.drop();
      costs.drop();
    },
  };
}
