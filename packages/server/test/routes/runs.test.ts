import { describe, expect, test } from "bun:test";
import { type EventEnvelope, type Payload, TraceError } from "@metis-curate/core";
import { memoryTraceStore } from "@metis-curate/testkit";
import { curatorApp, eventAt } from "../support/curator-app.ts";

const SECRET = "fixture-secret-ab12";

function at(minute: number): string {
  return new Date(Date.parse("2026-05-01T00:00:00Z") + minute * 60_000).toISOString();
}

/** A run that started, archived one skill, skipped another and ended. */
function run(n: number, root: string): readonly EventEnvelope[] {
  const own = { root, curator_run_id: `run-${n}` };
  const event = (id: string, minute: number, type: string, payload: Payload) =>
    eventAt(`${id}-${n}`, at(minute), type, { ...own, ...payload }, { actor: "system" });
  return [
    event("a", n * 10, "curator.run_started", {
      trigger: "explicit_cli",
      candidates_considered: 2,
      config_snapshot: { per_run_max_usd: "0.50" },
    }),
    event("b", n * 10 + 1, "curator.call_started", {
      call_id: `call-${n}`,
      purpose: "archive",
      skill_ids: ["old"],
      model: "maker:model",
      estimated_cost_usd: "0.02",
    }),
    event("c", n * 10 + 2, "curator.call_completed", {
      call_id: `call-${n}`,
      purpose: "archive",
      skill_ids: ["old"],
      model: "maker:model",
      input_tokens: 1_000,
      output_tokens: 50,
      cost_usd: "0.00125",
      latency_ms: 700,
      verdict: "confirmed",
    }),
    event("d", n * 10 + 3, "skill.curated", {
      skill_id: "old",
      action: "archive",
      curator_kind: "llm",
      curator_model: "maker:model",
      curator_cost_usd: "0.00125",
      curator_latency_ms: 700,
      skill_version_before: "aa",
      skill_version_after: null,
      consolidated_from: [],
      archive_path: ".metis/skills-archive/old-1/",
      rationale: `idle; its key was ${SECRET}`,
      signals: {
        inactive_days: 120,
        retention_ratio: 0.95,
        retention_found: 19,
        retention_dropped: [{ item: `url: ${SECRET}`, reason: "dead" }],
        retention_missing: [],
        retention_word_share: 0.8,
        retention_headings_lost: ["Setup"],
      },
    }),
    event("e", n * 10 + 4, "curator.run_finished", {
      actions_taken: 1,
      spend_usd: "0.00125",
      throttled_reason: "completed",
      duration_ms: 4_000,
      errors: 1,
      truncated: 2,
      skips: [{ skills: ["other"], action: "edit", kind: "declined" }],
      ended_early: null,
    }),
  ];
}

async function withRuns(count: number) {
  const tested = curatorApp();
  for (let n = 1; n <= count; n += 1) await tested.trace.append(run(n, tested.rootKey), "normal");
  return tested;
}

const idsOf = (body: Readonly<Record<string, unknown>>) =>
  (body["runs"] as { curator_run_id: string }[]).map(({ curator_run_id }) => curator_run_id);

describe("GET /analytics/curator/runs", () => {
  test("lists runs, newest first, with what each did", async () => {
    const { get } = await withRuns(2);
    const { status, body } = await get("/analytics/curator/runs");
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(["run-2", "run-1"]);
    expect(body["next_cursor"]).toBeNull();
    expect((body["runs"] as unknown[])[0]).toEqual({
      curator_run_id: "run-2",
      started_at: "2026-05-01T00:20:00Z",
      finished_at: "2026-05-01T00:24:00Z",
      trigger: "explicit_cli",
      candidates_considered: 2,
      throttled_reason: "completed",
      ended_early: null,
      duration_ms: 4_000,
      actions_total: 1,
      actions_by_type: { archive: 1 },
      spend_usd: "0.00125",
      skips_total: 1,
      errors: 1,
      truncated: 2,
    });
  });

  test("pages hold every run once, whatever is inserted meanwhile", async () => {
    const { get, trace, rootKey } = await withRuns(7);
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page < 4; page += 1) {
      const { body } = await get(`/analytics/curator/runs?limit=2${cursor}`);
      seen.push(...idsOf(body));
      await trace.append(run(100 + page, rootKey), "normal");
      cursor = `&cursor=${body["next_cursor"]}`;
      expect(body["next_cursor"] === null).toBe(page === 3);
    }
    expect(seen).toEqual(["run-7", "run-6", "run-5", "run-4", "run-3", "run-2", "run-1"]);
  });

  test("runs that began at one moment are told apart", async () => {
    const { get, trace, rootKey } = curatorApp();
    for (const n of [1, 2, 3]) {
      const payload = { root: rootKey, curator_run_id: `run-${n}` };
      await trace.append([eventAt(`id-${n}`, at(0), "curator.run_started", payload)], "normal");
    }
    const first = await get("/analytics/curator/runs?limit=2");
    const second = await get(`/analytics/curator/runs?limit=2&cursor=${first.body["next_cursor"]}`);
    expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual(["run-3", "run-2", "run-1"]);
  });

  test("a window is half open, and other roots are not shown", async () => {
    const { get, trace } = await withRuns(3);
    await trace.append(run(9, "metis:another"), "normal");
    const { body } = await get(`/analytics/curator/runs?from=${at(10)}&to=${at(30)}`);
    expect(idsOf(body)).toEqual(["run-2", "run-1"]);
  });

  test("a run that is not finished says so", async () => {
    const { get, trace, rootKey } = curatorApp();
    await trace.append(run(1, rootKey).slice(0, 2), "normal");
    const { body } = await get("/analytics/curator/runs");
    expect((body["runs"] as unknown[])[0]).toMatchObject({
      finished_at: null,
      throttled_reason: null,
      spend_usd: "0.02",
    });
  });

  test.each([
    ["limit=0", "invalid_limit"],
    ["limit=101", "invalid_limit"],
    ["limit=ten", "invalid_limit"],
    ["limit=1&limit=2", "invalid_limit"],
    ["cursor=", "invalid_cursor"],
    ["cursor=nonsense", "invalid_cursor"],
    [`cursor=${"A".repeat(2_000)}`, "invalid_cursor"],
    [`cursor=${btoa('["runs","00000000",1,"x"]')}`, "invalid_cursor"],
    ["from=2026-05-02&to=2026-05-01", "invalid_time_window"],
    ["to=soon", "invalid_time_window"],
  ])("refuses %s", async (query, code) => {
    const { status, body } = await curatorApp().get(`/analytics/curator/runs?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code } });
  });

  test("refuses the cursor of another list and of another root", async () => {
    const skills = await curatorApp({ skills: [] }).get("/analytics/skills");
    expect(skills.body["next_cursor"]).toBeNull();
    const { body } = await (await withRuns(2)).get("/analytics/curator/runs?limit=1");
    const { next_cursor } = body;
    const elsewhere = curatorApp({ workspace: "/home/ada/another" });
    for (const path of ["/analytics/curator/runs", "/analytics/skills"]) {
      const answer = await elsewhere.get(`${path}?cursor=${next_cursor}`);
      expect(answer.body).toMatchObject({ error: { code: "invalid_cursor" } });
    }
    const same = await curatorApp().get(`/analytics/skills?cursor=${next_cursor}`);
    expect(same.body).toMatchObject({ error: { code: "invalid_cursor" } });
  });
});

describe("GET /analytics/curator/runs/:id", () => {
  test("shows every action with its ledger, every call and every skip, without secrets", async () => {
    const { get } = await withRuns(2);
    const { status, body } = await get("/analytics/curator/runs/run-1");
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect(body).toMatchObject({
      curator_run_id: "run-1",
      config_snapshot: { per_run_max_usd: "0.50" },
      spend_usd: "0.00125",
      calls: [{ call_id: "call-1", estimated_cost_usd: "0.02", cost_usd: "0.00125", verdict: "confirmed" }],
      skips: [{ skills: ["other"], action: "edit", kind: "declined" }],
    });
    const [action] = body["actions"] as Record<string, unknown>[];
    expect(action).toMatchObject({
      skill_id: "old",
      action: "archive",
      rationale: expect.stringMatching(/^idle; its key was \[redacted /),
      ledger: { retention_ratio: 0.95, kept: 19, dropped: [{ reason: "dead" }], headings_lost: ["Setup"] },
    });
  });

  test("a manual act is found by the id it was recorded with", async () => {
    const { get, trace, rootKey } = curatorApp();
    const payload = { root: rootKey, curator_run_id: "act-1", skill_id: "x", action: "pin", signals: {} };
    await trace.append([eventAt("p", at(0), "skill.curated", payload)], "normal");
    const { body } = await get("/analytics/curator/runs/act-1");
    expect(body).toMatchObject({ trigger: null, actions: [{ action: "pin", ledger: null }], calls: [] });
  });

  test.each(["absent", "%00", "..%2f..", "a%20b", `${"x".repeat(500)}`])("%s is 404", async (id) => {
    const { status, body } = await curatorApp().get(`/analytics/curator/runs/${id}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code: "not_found" } });
  });

  test("a run of another root is 404", async () => {
    const { get, trace } = curatorApp();
    await trace.append(run(1, "metis:another"), "normal");
    expect((await get("/analytics/curator/runs/run-1")).status).toBe(404);
  });

  test("a trace that cannot be read is 503", async () => {
    const fail = () => Promise.reject(new TraceError("locked", "secret path"));
    const { get } = curatorApp({ app: { trace: { ...memoryTraceStore(), findRun: fail, listRuns: fail } } });
    for (const path of ["/analytics/curator/runs", "/analytics/curator/runs/x"]) {
      const { status, body } = await get(path);
      expect(status).toBe(503);
      expect(body).toEqual({
        error: {
          code: "trace_unavailable",
          message: "the trace cannot be read",
          details: { kind: "locked" },
        },
      });
    }
  });
});
