import { describe, expect, test } from "bun:test";
import {
  EMPTY_SIDECAR,
  foldFailureRate,
  getSkillHistory,
  type LoadRecord,
  type RootHistory,
  readFailureRates,
  readRootHistory,
  type SkillHistory,
  type ToolOutcome,
} from "@metis-curate/core";
import {
  memoryTraceStore,
  metisRoot,
  PROVENANCE_NOW_US,
  type TraceEventParts,
  traceEvent,
} from "@metis-curate/testkit";

const MINUTE_US = 60_000_000;
const HOUR_US = 60 * MINUTE_US;
const NOW_US = PROVENANCE_NOW_US;
const ROOT = metisRoot("/ws/a");
const WINDOW = {
  windowFromUs: NOW_US - 168 * HOUR_US,
  windowUntilUs: NOW_US,
  failureWindowUs: 30 * MINUTE_US,
};
const CONFIG = { interval_hours: 168, edit_failure_window_minutes: 30 };

const EMPTY: RootHistory = {
  skills: new Map(),
  runs: [],
  lastCurationAtUs: null,
  paused: false,
  refusals: [],
  acts: [],
  brokenRows: 0,
  clockSkewed: [],
};

function skillWith(loads: readonly LoadRecord[], failuresCountFromUs: number | null = null): SkillHistory {
  return { ...getSkillHistory(EMPTY, "x"), loads, failuresCountFromUs };
}

function load(sessionId: string, minutesAgo: number): LoadRecord {
  return { sessionId, atUs: NOW_US - minutesAgo * MINUTE_US };
}

function outcome(
  sessionId: string,
  minutesAgo: number,
  errorClass: string | null,
  toolName = "bash",
): ToolOutcome {
  return { sessionId, timestampUs: NOW_US - minutesAgo * MINUTE_US, toolName, errorClass };
}

describe("foldFailureRate", () => {
  test("a tool that worked and has only failed since did not lately succeed, one that recovered did", () => {
    const history = skillWith([load("a", 100), load("b", 50)]);
    const outcomes = [
      outcome("a", 99, null, "old_name"),
      outcome("a", 98, "timeout", "flaky"),
      outcome("a", 97, null, "flaky"),
      outcome("b", 49, "not_found", "old_name"),
      outcome("b", 48, "not_found", "old_name"),
      outcome("b", 47, "timeout", "flaky"),
      outcome("b", 46, null, "new_name"),
      outcome("b", 45, null, "once"),
      outcome("b", 44, "timeout", "once"),
      outcome("b", 43, "user_denied", "once"),
    ];
    const { toolsSucceeded } = foldFailureRate(history, outcomes, WINDOW);
    expect(toolsSucceeded).toEqual(["flaky", "new_name", "once"]);
  });

  test("is the share of sessions, however often one fails", () => {
    const skill = skillWith([load("s1", 100), load("s1", 90), load("s2", 80), load("s3", 70)]);
    const outcomes = [
      outcome("s1", 95, "timeout"),
      outcome("s1", 89, "timeout"),
      outcome("s2", 79, null, "grep"),
      outcome("s9", 79, "timeout"),
    ];
    expect(foldFailureRate(skill, outcomes, WINDOW)).toEqual({
      loads: 4,
      sessions: 3,
      failedSessions: 1,
      rate: 1 / 3,
      signatures: [{ tool: "bash", errorClass: "timeout", count: 2 }],
      toolsSucceeded: ["grep"],
    });
  });

  test("a failure before the load or more than the window after it does not count", () => {
    const skill = skillWith([load("s", 60)]);
    const failed = (minutesAgo: number) =>
      foldFailureRate(skill, [outcome("s", minutesAgo, "timeout")], WINDOW).failedSessions;
    expect([61, 60, 59, 30, 29].map(failed)).toEqual([0, 1, 1, 1, 0]);
  });

  test("a denial, a confirmation that timed out and a cancellation are no failures", () => {
    const skill = skillWith([load("s", 60)]);
    const neutral = ["user_denied", "confirmation_timeout", "cancelled"].map((kind) =>
      outcome("s", 50, kind),
    );
    expect(foldFailureRate(skill, neutral, WINDOW)).toMatchObject({
      failedSessions: 0,
      rate: 0,
      signatures: [],
    });
  });

  test("only loads after the last curated, modified or adopted event count", () => {
    const skill = skillWith([load("s1", 100), load("s2", 50)], NOW_US - 100 * MINUTE_US);
    const outcomes = [outcome("s1", 99, "timeout"), outcome("s2", 49, "timeout")];
    expect(foldFailureRate(skill, outcomes, WINDOW)).toMatchObject({
      loads: 1,
      sessions: 1,
      failedSessions: 1,
    });
  });

  test("a load whose failures belong to a nearer root does not count", () => {
    const skill = skillWith([{ ...load("s", 50), failuresElsewhere: true }]);
    expect(foldFailureRate(skill, [outcome("s", 49, "timeout")], WINDOW)).toMatchObject({
      sessions: 0,
      rate: 0,
    });
  });
});

describe("reading from a trace", () => {
  const loadsOf = (skill: string, sessions: readonly string[]): TraceEventParts[] =>
    sessions.map((sessionId, index) => ({
      type: "skill.loaded",
      sessionId,
      atUs: NOW_US - (60 - index) * MINUTE_US,
      payload: {
        skill_id: skill,
        skill_version: "v",
        load_reason: "on_demand",
        load_size_tokens: 1,
        source: "workspace",
        triggered_by_tool_use_id: null,
      },
    }));
  const failure = (sessionId: string, id: string): TraceEventParts[] => [
    {
      type: "tool.called",
      sessionId,
      atUs: NOW_US - 41 * MINUTE_US,
      payload: { tool_use_id: id, tool_name: "bash" },
    },
    {
      type: "tool.failed",
      sessionId,
      atUs: NOW_US - 40 * MINUTE_US,
      payload: { tool_use_id: id, error_class: "timeout", error_message: "", latency_ms: 1 },
    },
  ];
  const sessions = new Map([
    ["s1", "/ws/a"],
    ["s2", "/ws/a/"],
    ["s3", "/ws/link"],
    ["s4", "/ws/a/nested"],
    ["s5", "relative"],
  ]);

  function countedTrace(parts: readonly TraceEventParts[]) {
    const trace = memoryTraceStore({
      events: parts.map((part, serial) => traceEvent(part, serial)),
      sessions,
    });
    const calls: string[] = [];
    const reader = {
      info: () => {
        calls.push("info");
        return trace.info();
      },
      scan: (types: readonly string[]) => {
        calls.push("scan");
        return trace.scan(types);
      },
      scanLoads: () => {
        calls.push("scanLoads");
        return trace.scanLoads();
      },
      findSessionWorkspaces: (ids: readonly string[]) => {
        calls.push("findSessionWorkspaces");
        return trace.findSessionWorkspaces(ids);
      },
      findToolOutcomes: (ids: readonly string[], window: { fromUs: number; untilUs: number }) => {
        calls.push("findToolOutcomes");
        return trace.findToolOutcomes(ids, window);
      },
    };
    return { reader, calls };
  }

  const deps = {
    nowUs: NOW_US,
    facts: null,
    sidecar: EMPTY_SIDECAR,
    realpath: (path: string) => (path === "/ws/link" ? "/ws/a" : null),
    isNearestRoot: (path: string) => path === "/ws/a",
  };

  test("workspaces are compared as real paths and failures count for the nearest root", async () => {
    const { reader } = countedTrace([
      ...loadsOf("x", ["s1", "s2", "s3", "s4", "s5"]),
      ...failure("s1", "t1"),
      ...failure("s3", "t3"),
      ...failure("s4", "t4"),
    ]);
    const history = await readRootHistory(reader, ROOT, deps);
    expect(getSkillHistory(history, "x").loads.map((each) => each.failuresElsewhere ?? false)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    const rates = await readFailureRates(reader, history, ["x"], CONFIG, NOW_US);
    expect(rates.get("x")).toMatchObject({ loads: 3, sessions: 3, failedSessions: 2 });
    expect(rates.get("x")?.signatures).toEqual([{ tool: "bash", errorClass: "timeout", count: 2 }]);
  });

  test("the number of calls is the same for one skill and for a hundred", async () => {
    const names = Array.from({ length: 100 }, (_, index) => `skill-${index}`);
    const callsFor = async (skills: readonly string[]) => {
      const parts = skills.flatMap((skill) => loadsOf(skill, ["s1", "s2", "s3"]));
      const { reader, calls } = countedTrace(parts);
      const history = await readRootHistory(reader, ROOT, deps);
      const rates = await readFailureRates(reader, history, skills, CONFIG, NOW_US);
      expect(rates.size).toBe(skills.length);
      return calls;
    };
    expect(await callsFor(names)).toEqual(await callsFor(["skill-0"]));
  });

  test("two loads are too few to ask the trace at all", async () => {
    const { reader, calls } = countedTrace(loadsOf("x", ["s1", "s2"]));
    const history = await readRootHistory(reader, ROOT, deps);
    expect((await readFailureRates(reader, history, ["x"], CONFIG, NOW_US)).size).toBe(0);
    expect(calls).not.toContain("findToolOutcomes");
  });

  test("evaluator scores of the sessions are advice beside the rate, and never make one", async () => {
    const judged = (sessionId: string, score: number) => ({
      type: "eval.completed",
      sessionId,
      atUs: NOW_US - 1_000_000,
      payload: { subject_kind: "session", subject_id: sessionId, score, confidence: 1 },
    });
    const { reader } = countedTrace([
      ...loadsOf("x", ["s1", "s2", "s3"]),
      judged("s1", 0.2),
      judged("s1", 0.4),
      judged("s2", 0.9),
      judged("elsewhere", 0),
    ]);
    const history = await readRootHistory(reader, ROOT, deps);
    const rate = (await readFailureRates(reader, history, ["x"], CONFIG, NOW_US)).get("x");
    expect(rate?.evalScore).toBeCloseTo(0.6);
    expect(rate?.rate).toBe(0);
  });
});
