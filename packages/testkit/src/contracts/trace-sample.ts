import type {
  EventEnvelope,
  LoadEvent,
  Payload,
  RunCursor,
  RunSummary,
  RunsPage,
  TimeWindow,
  TraceStore,
} from "@metis-curate/core";

export const WHOLE_TIME: TimeWindow = { fromUs: 0, untilUs: Number.MAX_SAFE_INTEGER };

const ROOTS = [null, "metis:global", `metis:${"0".repeat(32)}`, "metis:absent"] as const;
const SOME_ROOTS = [null, "metis:global"] as const;
const RUN_IDS = ["run-1", "run-absent"];
const CURATOR_GROUPS = ["model", "session", "day"] as const;
const SESSIONS = ["session-1", "session-2", "session-lost", "session-absent"];
const TYPES = [
  "skill.loaded",
  "skill.created",
  "skill.curated",
  "curator.call_started",
  "curator.run_finished",
];

/** An event with the given id, type and payload; everything else is filled in unless given. */
export function sampleEvent(
  id: string,
  type: string,
  payload: Payload,
  rest: Partial<EventEnvelope> = {},
): EventEnvelope {
  return {
    id,
    type,
    payload,
    timestampUs: 1_780_272_000_000_000,
    sessionId: "session",
    turnId: null,
    parentEventId: null,
    actor: "system",
    sensitivity: "pseudonymous",
    ...rest,
  };
}

/** Events that use every part of the envelope and awkward text. */
export const TRACE_SAMPLE: readonly EventEnvelope[] = [
  sampleEvent(
    "01",
    "skill.loaded",
    { skill_id: "日本語 🎉", nested: { list: [1, null, "x"] } },
    { turnId: "turn" },
  ),
  sampleEvent("02", "unknown.type", { quote: `'"\\\u0000\n` }, { parentEventId: "01", actor: "worker" }),
  sampleEvent("03", "skill.created", {}, { timestampUs: 0, sensitivity: "private", sessionId: "" }),
  sampleEvent(
    "04",
    "skill.loaded",
    { __proto__x: 1 },
    { timestampUs: Number.MAX_SAFE_INTEGER, actor: "user" },
  ),
];

/** All events of a scan in its order, having checked that their positions rise. */
export async function readScan(
  store: TraceStore,
  types: readonly string[],
  window?: TimeWindow,
): Promise<readonly EventEnvelope[]> {
  const events: EventEnvelope[] = [];
  let newest = Number.NEGATIVE_INFINITY;
  for await (const batch of store.scan(types, window)) {
    for (const { position, event } of batch.events) {
      if (position <= newest) throw new Error(`position ${position} does not follow ${newest}`);
      newest = position;
      events.push(event);
    }
  }
  return events;
}

/** All loads by id, as their ids, times, sessions and payloads. */
export async function readLoads(store: TraceStore): Promise<readonly LoadEvent[]> {
  const found: LoadEvent[] = [];
  for await (const { loads } of store.scanLoads()) {
    for (const { id, timestampUs, sessionId, payload } of loads) {
      found.push({ id, timestampUs, sessionId, payload });
    }
  }
  return found.sort((left, right) => (left.id < right.id ? -1 : 1));
}

/** Everything `AnalyticsReader` says about a window beside the summary and the costs of calls. */
async function analyticsAnswers(
  store: TraceStore,
  window: TimeWindow,
): Promise<Readonly<Record<string, unknown>>> {
  const costs = CURATOR_GROUPS.map((groupBy) =>
    store.sumCost({
      window,
      groupBy,
      gatewayKey: null,
      user: null,
      team: null,
      includeWorkers: true,
      includeCurator: true,
    }),
  );
  return {
    counts: await Promise.all([[], ["skill.loaded"], TYPES].map((types) => store.countEvents(types))),
    days: await Promise.all(SOME_ROOTS.map((root) => store.summarizeCuratorDays(root, window))),
    costs: await Promise.all(costs),
    runs: await Promise.all(SOME_ROOTS.map((root) => readRunPages(store, root, window))),
    details: await Promise.all(
      SOME_ROOTS.flatMap((root) => RUN_IDS.map((runId) => store.findRun(root, runId))),
    ),
  };
}

/** All pages of the runs that started in a window, two by two. */
export async function readRunPages(
  store: TraceStore,
  rootKey: string | null,
  window: TimeWindow,
): Promise<readonly RunSummary[]> {
  const runs: RunSummary[] = [];
  let after: RunCursor | null = null;
  do {
    const page: RunsPage = await store.listRuns(rootKey, { window, after, limit: 2 });
    runs.push(...page.runs);
    after = page.next;
  } while (after !== null);
  return runs;
}

/** Everything the reading ports say about a window, for comparing two stores. */
export async function traceAnswers(
  store: TraceStore,
  window: TimeWindow,
): Promise<Readonly<Record<string, unknown>>> {
  const { newestEventId, oldestTimestampUs, sweptAtUs } = await store.info();
  return {
    marks: { newestEventId, oldestTimestampUs, sweptAtUs },
    all: await readScan(store, TYPES),
    inWindow: await readScan(store, TYPES, window),
    loads: await readLoads(store),
    workspaces: [...(await store.findSessionWorkspaces(SESSIONS))].sort(),
    outcomes: await store.findToolOutcomes(SESSIONS, window),
    spend: await Promise.all(ROOTS.map((root) => store.sumCuratorSpend(root, window))),
    summaries: await Promise.all(ROOTS.map((root) => store.summarizeCurator(root, window))),
    ...(await analyticsAnswers(store, window)),
  };
}
