import { expect, test } from "bun:test";
import {
  type AuxiliaryModel,
  addUsd,
  type CuratorDeps,
  compareUsd,
  costOf,
  createCurator,
  type EventEnvelope,
  estimateCostOf,
  foldCalls,
  type ModelAnswer,
  type ModelRequest,
  type RunReport,
  sumUsd,
  type TokenUsage,
  type TraceStore,
  type Usd,
} from "@metis-curate/core";
import { type CuratorFixture, curatorFixture, isTorture, NO_USAGE } from "@metis-curate/testkit";
import fc from "fast-check";
import { utcDayWindow } from "../../src/curator/utc-day.ts";
import { idle, used } from "./curator-world.ts";

const PER_RUN: Usd = "0.03" as Usd;
const PER_DAY: Usd = "0.07" as Usd;
const DAYS = 4;
const RUNS = isTorture() ? 400 : 20;

/** What happens to one call. */
type Fate = "declined" | "merge" | "refused" | "garbage" | "retry-sent" | "retry-unsent" | "error" | "throws";

interface Call {
  readonly fate: Fate;
  /** Upper bound in tokens, and the share of it that is billed, in thousandths. */
  readonly boundTokens: number;
  readonly billed: number;
}

type Command =
  | { readonly kind: "run"; readonly root: 0 | 1; readonly fresh: boolean; readonly calls: readonly Call[] }
  /** The process dies at its n-th write to the trace, before or after it. */
  | {
      readonly kind: "kill";
      readonly root: 0 | 1;
      readonly at: number;
      readonly written: boolean;
      readonly calls: readonly Call[];
    }
  | { readonly kind: "rivals"; readonly calls: readonly Call[] }
  | { readonly kind: "abort"; readonly root: 0 | 1; readonly at: number; readonly calls: readonly Call[] }
  | { readonly kind: "pass"; readonly hours: number };

const callsArbitrary = fc.array(
  fc.record<Call>({
    fate: fc.constantFrom<Fate>(
      "declined",
      "declined",
      "merge",
      "refused",
      "garbage",
      "retry-sent",
      "retry-unsent",
      "error",
      "throws",
    ),
    boundTokens: fc.integer({ min: 0, max: 5_000 }),
    billed: fc.integer({ min: 0, max: 1_000 }),
  }),
  { minLength: 1, maxLength: 10 },
);
const rootArbitrary = fc.constantFrom<0 | 1>(0, 1);

const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("run" as const),
      root: rootArbitrary,
      fresh: fc.boolean(),
      calls: callsArbitrary,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("kill" as const),
      root: rootArbitrary,
      at: fc.integer({ min: 1, max: 9 }),
      written: fc.boolean(),
      calls: callsArbitrary,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rivals" as const), calls: callsArbitrary }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("abort" as const),
      root: rootArbitrary,
      at: fc.integer({ min: 1, max: 5 }),
      calls: callsArbitrary,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), hours: fc.integer({ min: 1, max: 20 }) }),
  },
);

class Killed extends Error {}

function bound(tokens: number): TokenUsage {
  return { ...NO_USAGE, inputTokens: tokens, outputTokens: Math.floor(tokens / 2) };
}

function billedOf({ boundTokens, billed }: Call): TokenUsage {
  const share = (tokens: number) => Math.floor((tokens * billed) / 1_000);
  const { inputTokens, outputTokens } = bound(boundTokens);
  const cached = Math.floor(share(inputTokens) / 3);
  return {
    inputTokens: share(inputTokens) - cached,
    outputTokens: share(outputTokens),
    cachedInputTokens: 0,
    cacheCreationInputTokens: cached,
  };
}

/** Each estimate looks at the call that will come next: what was estimated is what is then sent. */
function modelOf(calls: readonly Call[], onAsk: (index: number) => void): AuxiliaryModel {
  let asked = 0;
  const widest = Math.max(...calls.map(({ boundTokens }) => boundTokens));
  return {
    id: "anthropic:claude-haiku-4-5",
    free: false,
    estimate: () => bound(widest),
    async ask(request) {
      const call = calls[asked % calls.length] ?? expect.unreachable();
      asked += 1;
      onAsk(asked);
      return answerOf(call, request);
    },
  };
}

function answerOf(call: Call, { dossier }: ModelRequest): ModelAnswer {
  const usage = billedOf(call);
  const text = (value: unknown): ModelAnswer => ({
    kind: "answer",
    text: JSON.stringify(value),
    usage,
    truncated: false,
  });
  switch (call.fate) {
    case "declined":
      return text(
        dossier.purpose === "archive" ? { action: "keep", reason: "used" } : { action: "skip", reason: "no" },
      );
    case "merge": {
      if (dossier.purpose !== "consolidate") return text({ action: "skip", reason: "no" });
      const [survivor, ...archive] = dossier.members.map(({ name }) => name);
      return text({ action: "consolidate", survivor, archive, new_description: "Both" });
    }
    case "refused":
      return { kind: "refused", message: "refused", usage };
    case "garbage":
      return text("prose");
    case "retry-sent":
      return { kind: "error", message: "overloaded", sent: true, retry: { afterMs: null } };
    case "retry-unsent":
      return { kind: "error", message: "no connection", sent: false, retry: { afterMs: 5 } };
    case "error":
      return { kind: "error", message: "bad request", sent: true };
    case "throws":
      throw new Error("the adapter broke");
  }
}

interface World {
  readonly fixtures: readonly CuratorFixture[];
  readonly deps: readonly CuratorDeps[];
  readonly trace: TraceStore & { readonly events: readonly EventEnvelope[] };
  /** Curators that live on from command to command, as in a server. */
  readonly living: Map<number, ReturnType<typeof createCurator>>;
}

async function makeWorld(): Promise<World> {
  const config = { per_run_max_usd: PER_RUN, per_day_max_usd: PER_DAY, reask_after_days: 0 };
  const skills = [idle("a1"), idle("b2"), idle("c3"), used("deploy-web-app"), used("deploy-web-site")];
  const fixtures = ["/home/ada/one", "/home/ada/two"].map((workspace) =>
    curatorFixture({ workspace, skills, config }),
  );
  const [first, second] = fixtures;
  if (first === undefined || second === undefined) return expect.unreachable();
  await first.trace.append(
    second.trace.events.map((event) => ({ ...event, id: `${event.id.slice(0, 10)}9${event.id.slice(11)}` })),
    "full",
  );
  const { trace } = first;
  const clock = first.clock;
  const deps = fixtures.map((fixture) => ({ ...fixture.deps, trace, clock, ids: first.deps.ids }));
  return { fixtures, deps, trace, living: new Map() };
}

/** At every write: no day of no root, and no run, has spent more than its cap. */
async function expectWithinCaps({ trace, deps, fixtures }: World): Promise<void> {
  const nowUs = fixtures[0]?.clock.nowUs() ?? 0;
  for (const { root } of deps) {
    const days = Array.from({ length: DAYS }, (_, back) => utcDayWindow(nowUs - back * 86_400_000_000));
    for (const window of days) {
      const spent = await trace.sumCuratorSpend(root.key, window);
      expect(compareUsd(spent, PER_DAY)).toBeLessThanOrEqual(0);
    }
  }
  const calls = foldCalls(trace.events);
  for (const runId of new Set(calls.map((call) => call.runId))) {
    const own = calls.filter((call) => call.runId === runId);
    const spent = sumUsd(
      own.map(({ costUsd, estimateUsd }) => costUsd ?? estimateUsd ?? expect.unreachable()),
    );
    expect(compareUsd(spent, PER_RUN)).toBeLessThanOrEqual(0);
  }
}

/** The trace as one process writes to it: watched, and cut off at one of its writes. */
function watchedTrace(world: World, killAt: number, written: boolean): TraceStore {
  let writes = 0;
  return {
    ...world.trace,
    append: async (events, durability) => {
      writes += 1;
      if (writes > killAt) throw new Killed();
      if (writes === killAt && !written) throw new Killed();
      const added = await world.trace.append(events, durability);
      await expectWithinCaps(world);
      if (writes === killAt) throw new Killed();
      return added;
    },
  };
}

async function runOnce(
  world: World,
  root: 0 | 1,
  calls: readonly Call[],
  cut: {
    readonly killAt?: number;
    readonly written?: boolean;
    readonly abortAt?: number;
    readonly living?: boolean;
  } = {},
): Promise<void> {
  const stop = new AbortController();
  const model = modelOf(calls, (index) => {
    if (index === cut.abortAt) stop.abort();
  });
  const base = world.deps[root] ?? expect.unreachable();
  const trace = watchedTrace(world, cut.killAt ?? Number.MAX_SAFE_INTEGER, cut.written === true);
  const deps: CuratorDeps = { ...base, trace, model: { kind: "model", model } };
  const known = cut.living === true ? world.living.get(root) : undefined;
  const curator = known ?? createCurator(deps);
  if (cut.living === true) world.living.set(root, curator);
  try {
    const report = await curator.run({ trigger: "explicit_cli", yes: true, signal: stop.signal });
    if (report.ok) expectAddsUp(world, report.value);
    else expect(["locked", "trace"]).toContain(report.refusal.kind);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
}

function expectAddsUp({ trace }: World, report: RunReport): void {
  const own = foldCalls(trace.events).filter(({ runId }) => runId === report.curator_run_id);
  expect(report.spend_usd).toBe(
    sumUsd(own.map(({ costUsd }) => costUsd ?? expect.unreachable("an open call"))),
  );
  expect(addUsd(report.calls.billed_usd, report.calls.unsettled_usd)).toBe(report.spend_usd);
  expect(compareUsd(report.calls.billed_usd, report.calls.estimated_usd)).toBeLessThanOrEqual(0);
}

async function execute(world: World, command: Command): Promise<void> {
  switch (command.kind) {
    case "run":
      return runOnce(world, command.root, command.calls, { living: !command.fresh });
    case "kill":
      return runOnce(world, command.root, command.calls, { killAt: command.at, written: command.written });
    case "abort":
      return runOnce(world, command.root, command.calls, { abortAt: command.at });
    case "rivals":
      await Promise.all(([0, 0, 1] as const).map((root) => runOnce(world, root, command.calls)));
      return;
    case "pass":
      world.fixtures[0]?.clock.advanceUs(command.hours * 3_600_000_000);
  }
}

test("recorded spend never passes a cap under any costs, refusals, errors, kills, rivals and midnights", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commandArbitrary, { minLength: 2, maxLength: 7 }), async (commands) => {
      const world = await makeWorld();
      for (const command of commands) {
        await execute(world, command);
        await expectWithinCaps(world);
      }
      const spent = foldCalls(world.trace.events);
      for (const { costUsd, estimateUsd } of spent) {
        if (costUsd !== null && estimateUsd !== null)
          expect(compareUsd(costUsd, estimateUsd)).toBeLessThanOrEqual(0);
      }
    }),
    { numRuns: RUNS },
  );
});

test("one root's spend leaves the other root's day alone", async () => {
  const world = await makeWorld();
  const calls: readonly Call[] = [{ fate: "declined", boundTokens: 5_000, billed: 1_000 }];
  for (let run = 0; run < 8; run++) await runOnce(world, 0, calls);
  const window = utcDayWindow(world.fixtures[0]?.clock.nowUs() ?? 0);
  const [one, two] = world.deps.map(({ root }) => root.key);
  expect(compareUsd(await world.trace.sumCuratorSpend(one ?? "", window), "0.05" as Usd)).toBeGreaterThan(0);
  expect(await world.trace.sumCuratorSpend(two ?? "", window)).toBe("0" as Usd);
  const before = world.trace.events.length;
  await runOnce(world, 1, calls);
  expect(world.trace.events.slice(before).some(({ type }) => type === "curator.call_started")).toBe(true);
});

test("a usage within the bound never costs more than the estimate", () => {
  const price = { input: "1" as Usd, output: "5" as Usd, cacheRead: "0.1" as Usd, cacheWrite: "1.25" as Usd };
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 0, max: 1_000 }),
      (boundTokens, billed) => {
        const usage = billedOf({ fate: "declined", boundTokens, billed });
        expect(
          compareUsd(costOf(price, usage), estimateCostOf(price, bound(boundTokens))),
        ).toBeLessThanOrEqual(0);
      },
    ),
  );
});
