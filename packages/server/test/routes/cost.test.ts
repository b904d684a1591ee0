import { describe, expect, test } from "bun:test";
import { COST_GROUPS, type EventEnvelope, type Payload } from "@metis-curate/core";
import { curatorApp, eventAt } from "../support/curator-app.ts";

const WINDOW = "from=2026-05-01&to=2026-05-08";

function call(id: string, at: string, payload: Payload, more: Partial<EventEnvelope> = {}): EventEnvelope {
  const usage = {
    model: "model-a",
    provider: "maker-a",
    input_tokens: 100,
    output_tokens: 10,
    cached_input_tokens: 5,
    cache_creation_input_tokens: 1,
    latency_ms: 100,
  };
  return eventAt(id, at, "llm.call_completed", { ...usage, ...payload }, more);
}

const CALLS = [
  call("c1", "2026-05-01T00:00:00Z", { cost_usd: "0.1", gateway_key_id: "key-1", user_id: "ada" }),
  call("c2", "2026-05-01T23:30:00Z", { cost_usd: 0.2, latency_ms: 301, team_id: "core" }),
  call(
    "c3",
    "2026-05-02T10:00:00Z",
    { cost_usd: "0.05", model: "model-b", provider: "maker-b" },
    { sessionId: "session-2" },
  ),
  call(
    "c4",
    "2026-05-02T10:59:59.999Z",
    { cost_usd: "0.0000004", parent_session_id: "session-1" },
    { sessionId: "worker-1" },
  ),
  call("late", "2026-05-08T00:00:00Z", { cost_usd: "9" }),
];

const CURATOR = [
  eventAt("k1", "2026-05-02T10:00:00Z", "curator.call_started", {
    curator_run_id: "run-1",
    call_id: "call-1",
    model: "maker-a:model-a",
    estimated_cost_usd: "0.5",
  }),
  eventAt("k2", "2026-05-02T10:00:05Z", "curator.call_completed", {
    curator_run_id: "run-1",
    call_id: "call-1",
    model: "maker-a:model-a",
    cost_usd: "0.0421",
  }),
  eventAt("k3", "2026-05-03T00:00:00Z", "skill.curated", {
    curator_run_id: "run-2",
    skill_id: "x",
    action: "archive",
    curator_model: "maker-c:model-c",
    curator_cost_usd: "0.003",
  }),
];

async function cost(query: string) {
  const tested = curatorApp();
  await tested.trace.append([...CALLS, ...CURATOR], "normal");
  return tested.get(`/analytics/cost?${query}`);
}

const keysOf = (body: Readonly<Record<string, unknown>>, ...fields: readonly string[]) =>
  (body["data"] as Record<string, unknown>[]).map((row) => fields.map((field) => row[field]));

describe("GET /analytics/cost", () => {
  test("groups by model unless told, dearest first, with every sum", async () => {
    const { status, body } = await cost(WINDOW);
    expect(status).toBe(200);
    expect(body).toEqual({
      window: { start: "2026-05-01T00:00:00Z", end: "2026-05-08T00:00:00Z" },
      current_pricing_version: "2026-05-08",
      data: [
        {
          model: "model-a",
          provider: "maker-a",
          cost_usd: 0.3,
          input_tokens: 300,
          output_tokens: 30,
          cached_input_tokens: 15,
          cache_creation_input_tokens: 3,
          avg_latency_ms: 167,
          call_count: 3,
        },
        {
          model: "model-b",
          provider: "maker-b",
          cost_usd: 0.05,
          input_tokens: 100,
          output_tokens: 10,
          cached_input_tokens: 5,
          cache_creation_input_tokens: 1,
          avg_latency_ms: 100,
          call_count: 1,
        },
      ],
    });
  });

  test.each([
    ["provider", ["provider"], [["maker-a"], ["maker-b"]]],
    ["session", ["session_id"], [["session-1"], ["session-2"], ["worker-1"]]],
    [
      "day",
      ["bucket", "cost_usd"],
      [
        ["2026-05-01", 0.3],
        ["2026-05-02", 0.05],
      ],
    ],
    [
      "hour",
      ["bucket", "call_count"],
      [
        ["2026-05-01T00", 1],
        ["2026-05-01T23", 1],
        ["2026-05-02T10", 2],
      ],
    ],
    ["gateway_key", ["gateway_key_id"], [[null], ["key-1"]]],
    ["user", ["user_id"], [[null], ["ada"]]],
    ["team", ["team_id"], [["core"], [null]]],
    [
      "parent_session",
      ["parent_session_id", "call_count"],
      [
        ["session-1", 3],
        ["session-2", 1],
      ],
    ],
    [
      "is_worker",
      ["is_worker", "call_count"],
      [
        ["planner", 3],
        ["worker", 1],
      ],
    ],
  ])("group_by=%s", async (group, fields, expected) => {
    const { body } = await cost(`${WINDOW}&group_by=${group}`);
    expect(keysOf(body, ...fields)).toEqual(expected);
  });

  test("group_by=none is one object", async () => {
    const { body } = await cost(`${WINDOW}&group_by=none`);
    expect(body["data"]).toMatchObject({ cost_usd: 0.35, call_count: 4 });
  });

  test.each([
    ["gateway_key=key-1", 1],
    ["user=ada", 1],
    ["user=nobody", 0],
    ["team=core", 1],
    ["gateway_key=key-1&team=core", 0],
    ["include_workers=false", 3],
    ["include_workers=true", 4],
  ])("%s filters", async (filter, calls) => {
    const { body } = await cost(`${WINDOW}&group_by=none&${filter}`);
    expect(body["data"]).toMatchObject({ call_count: calls });
  });

  test.each([
    [
      "model",
      "model",
      [
        ["model-a", "0.0421"],
        ["model-b", "0"],
        ["model-c", "0.003"],
      ],
    ],
    [
      "provider",
      "provider",
      [
        ["maker-a", "0.0421"],
        ["maker-b", "0"],
        ["maker-c", "0.003"],
      ],
    ],
    [
      "day",
      "bucket",
      [
        ["2026-05-01", "0"],
        ["2026-05-02", "0.0421"],
        ["2026-05-03", "0.003"],
      ],
    ],
    [
      "session",
      "session_id",
      [
        ["session-1", "0.0451"],
        ["session-2", "0"],
        ["worker-1", "0"],
      ],
    ],
    [
      "user",
      "user_id",
      [
        [null, "0.0451"],
        ["ada", "0"],
      ],
    ],
    [
      "gateway_key",
      "gateway_key_id",
      [
        [null, "0.0451"],
        ["key-1", "0"],
      ],
    ],
    [
      "team",
      "team_id",
      [
        ["core", "0"],
        [null, "0.0451"],
      ],
    ],
    [
      "is_worker",
      "is_worker",
      [
        ["planner", "0.0451"],
        ["worker", "0"],
      ],
    ],
  ])("include_curator adds its spend by %s", async (group, field, expected) => {
    const { body } = await cost(`${WINDOW}&include_curator=true&group_by=${group}`);
    expect(keysOf(body, field, "curator_cost_usd")).toEqual(expected);
    expect(body["curator_cost_usd"]).toBe("0.0451");
  });

  test("include_curator with group_by=none", async () => {
    const { body } = await cost(`${WINDOW}&include_curator=true&group_by=none`);
    expect(body["data"]).toMatchObject({ cost_usd: 0.35, curator_cost_usd: "0.0451" });
  });

  test("the curator is nobody's user", async () => {
    const { body } = await cost(`${WINDOW}&include_curator=true&group_by=none&user=ada`);
    expect(body["curator_cost_usd"]).toBe("0");
  });

  test.each(COST_GROUPS)("an empty trace answers group_by=%s", async (group) => {
    const { status, body } = await curatorApp().get(`/analytics/cost?group_by=${group}&include_curator=true`);
    expect(status).toBe(200);
    if (group === "none") expect(body["data"]).toMatchObject({ call_count: 0, avg_latency_ms: null });
    else expect(body["data"]).toEqual([]);
  });

  test("says what it had to leave out", async () => {
    const tested = curatorApp();
    const trace = tested.trace as unknown as { insertRow(row: Record<string, unknown>): void };
    await tested.trace.append([call("c1", "2026-05-02T00:00:00Z", { cost_usd: "a lot" })], "normal");
    trace.insertRow({
      id: "b",
      type: "llm.call_completed",
      timestamp_us: 1_777_700_000_000_000,
      payload_json: "{",
    });
    const { status, body } = await tested.get(`/analytics/cost?${WINDOW}&group_by=none`);
    expect(status).toBe(200);
    expect(body["data"]).toMatchObject({ call_count: 1, cost_usd: 0 });
    expect(body["partial"]).toEqual({ skipped_rows: 1, unpriced_calls: 1 });
  });

  test.each([
    ["group_by=modle", "invalid_group_by"],
    ["group_by=", "invalid_group_by"],
    ["group_by=day&group_by=hour", "invalid_group_by"],
    ["gateway_key=a%20b", "invalid_gateway_key"],
    [`user=${"a".repeat(201)}`, "invalid_user"],
    ["team=", "invalid_team"],
    ["team=a&team=b", "invalid_team"],
    ["include_workers=maybe", "invalid_include_workers"],
    ["include_curator=2", "invalid_include_curator"],
    ["from=x", "invalid_time_window"],
    ["from=2026-05-02&to=2026-05-02", "invalid_time_window"],
    ["from=2026-05-01&from=2026-05-02", "invalid_time_window"],
  ])("refuses %s", async (query, code) => {
    const { status, body } = await cost(query);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(["error"]);
    expect(body).toMatchObject({ error: { code } });
  });

  test("an answer holds ten thousand groups and counts the others", async () => {
    const tested = curatorApp();
    const calls = Array.from({ length: 10_003 }, (_, n) =>
      call(`c${n}`, "2026-05-02T00:00:00Z", { cost_usd: "1" }, { sessionId: `session-${n}` }),
    );
    await tested.trace.append(calls, "normal");
    const { body } = await tested.get(`/analytics/cost?${WINDOW}&group_by=session`);
    expect(body["data"]).toHaveLength(10_000);
    expect(body["partial"]).toEqual({ omitted_groups: 3 });
  });

  test("ignores parameters nobody knows", async () => {
    expect((await cost(`${WINDOW}&utm=1`)).status).toBe(200);
  });
});
