import { describe, expect, test } from "bun:test";
import { agentSkill } from "@metis-curate/testkit";
import fc from "fast-check";
import { curatorApp, eventAt } from "./support/curator-app.ts";

const PATHS = [
  "/analytics/curator/runs/%E0%A4%A",
  "/skills/%E0%A4%A",
  "/runs/%ff",
  "/%00",
  "/assets/..%2f..%2fpackage.json",
  "/assets/%2e%2e%2f%2e%2e%2fpackage.json",
  "/analytics%2Fcurator",
  "//evil.example/",
  "/analytics/../healthz/..",
  "/__proto__",
  "/constructor/prototype",
];

describe("a request made to break something", () => {
  test.each(PATHS)("%s is answered without a trace of the inside", async (path) => {
    const { app, logged } = curatorApp();
    const response = await app.request(`http://localhost${path}`);
    expect(response.status).toBeGreaterThanOrEqual(200);
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toMatch(/node_modules|\.tsx?:|at async|"workspaces"/);
    expect(logged).toEqual([]);
  });

  test("any query string is answered with 200 or with an error of the contract", async () => {
    const { app, logged } = curatorApp({ skills: [agentSkill("deploy")] });
    const name = fc.oneof(
      fc.constantFrom(
        "from",
        "to",
        "group_by",
        "limit",
        "cursor",
        "state",
        "user",
        "include_curator",
        "__proto__",
      ),
      fc.string({ maxLength: 8 }),
    );
    const value = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("day", "2026-05-01", "true", "1e9", "-1", ""),
    );
    const path = fc.constantFrom(
      "/analytics/curator",
      "/analytics/cost",
      "/analytics/curator/runs",
      "/analytics/skills",
    );
    await fc.assert(
      fc.asyncProperty(path, fc.array(fc.tuple(name, value), { maxLength: 5 }), async (route, pairs) => {
        const response = await app.request(`${route}?${new URLSearchParams(pairs)}`);
        const body = (await response.json()) as Record<string, unknown>;
        if (response.status === 200) expect(body["error"]).toBeUndefined();
        else {
          expect(response.status).toBe(400);
          expect(body).toMatchObject({ error: { code: expect.stringMatching(/^invalid_[a-z_]+$/) } });
        }
      }),
      { numRuns: 150 },
    );
    expect(logged).toEqual([]);
  });
});

describe("a trace full of nonsense", () => {
  const root = curatorApp().rootKey;
  const payloads = fc.record(
    {
      curator_run_id: fc.constantFrom("run-1", "", null, 7, { a: 1 }),
      skill_id: fc.anything(),
      action: fc.oneof(fc.constantFrom("archive", "__proto__", ""), fc.anything()),
      signals: fc.oneof(fc.object(), fc.anything()),
      rationale: fc.anything(),
      skips: fc.oneof(fc.array(fc.anything()), fc.anything()),
      config_snapshot: fc.anything(),
      consolidated_from: fc.anything(),
      curator_cost_usd: fc.constantFrom("1", "-1", "x", null, 3),
      cost_usd: fc.anything(),
      model: fc.anything(),
      call_id: fc.anything(),
      throttled_reason: fc.anything(),
      duration_ms: fc.anything(),
    },
    { requiredKeys: ["curator_run_id"] },
  );
  const types = fc.constantFrom(
    "curator.run_started",
    "curator.run_finished",
    "curator.call_started",
    "curator.call_completed",
    "skill.curated",
    "skill.loaded",
    "llm.call_completed",
    "nobody.knows",
  );

  test("every route answers", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(types, payloads), { maxLength: 12 }), async (drafts) => {
        const { app, trace, logged } = curatorApp();
        const events = drafts.map(([type, payload], n) => {
          const json = JSON.stringify({ ...payload, root });
          return eventAt(`e${n}`, "2026-05-31T00:00:00Z", type, JSON.parse(json));
        });
        await trace.append(events, "normal");
        for (const path of [
          "/analytics/curator",
          "/analytics/cost?include_curator=true",
          "/analytics/curator/runs",
          "/analytics/curator/runs/run-1",
          "/analytics/skills",
          "/metrics",
          "/",
          "/runs",
          "/runs/run-1",
        ]) {
          const response = await app.request(path);
          await response.text();
          expect([200, 404], path).toContain(response.status);
        }
        expect(logged).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
