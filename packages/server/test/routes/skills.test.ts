import { describe, expect, test } from "bun:test";
import { agentSkill, manualSkill } from "@metis-curate/testkit";
import { curatorApp } from "../support/curator-app.ts";

const SECRET = "fixture-secret-ab12";
const SKILLS = [
  agentSkill("deploy", { description: "Deploys with it.", loadedDaysAgo: [1, 2, 9, 200] }),
  agentSkill("flaky", { loadedDaysAgo: [1, 2, 3], failedLoads: 2 }),
  agentSkill("leaky", { description: `Uses ${SECRET} to log in.` }),
  manualSkill("notes"),
];

const rowsOf = (body: Readonly<Record<string, unknown>>) => body["skills"] as Record<string, unknown>[];
const namesOf = (body: Readonly<Record<string, unknown>>) => rowsOf(body).map(({ name }) => name);

describe("GET /analytics/skills", () => {
  test("shows the health of every skill by name", async () => {
    const { get } = curatorApp({ skills: SKILLS });
    const { status, body } = await get("/analytics/skills");
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual(["deploy", "flaky", "leaky", "notes"]);
    const [deploy, flaky, , notes] = rowsOf(body);
    expect(deploy).toMatchObject({
      state: "active",
      origin: "auto_generated",
      pinned: false,
      loads_total: 4,
      loads_by_week: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0],
      effectiveness: null,
      idle_days: 1,
      rent_tokens: Math.floor("- deploy: Deploys with it.".length / 4),
    });
    expect(flaky).toMatchObject({ failed_sessions: 2 });
    expect(flaky?.["failure_rate"]).toBeCloseTo(2 / 3);
    expect(notes).toMatchObject({ origin: "manual", reason: "manual", touchable: false, failure_rate: null });
    expect(body["weeks"]).toHaveLength(12);
    expect(body["rent_tokens"]).toBe(rowsOf(body).reduce((sum, row) => sum + Number(row["rent_tokens"]), 0));
  });

  test("no secret of a skill is shown", async () => {
    const { body } = await curatorApp({ skills: SKILLS }).get("/analytics/skills");
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect(rowsOf(body)[2]?.["description"]).toMatch(/^Uses \[redacted .+\] to log in\.$/);
  });

  test("pages hold every skill once", async () => {
    const { get } = curatorApp({ skills: SKILLS });
    const first = await get("/analytics/skills?limit=3");
    const second = await get(`/analytics/skills?limit=3&cursor=${first.body["next_cursor"]}`);
    expect([namesOf(first.body), namesOf(second.body)]).toEqual([["deploy", "flaky", "leaky"], ["notes"]]);
    expect(second.body["next_cursor"]).toBeNull();
  });

  test("shows one state alone when asked", async () => {
    const { get } = curatorApp({ skills: SKILLS });
    const { body } = await get("/analytics/skills?state=stale");
    expect(namesOf(body)).toEqual(["leaky"]);
    expect(body["skills_total"]).toBe(1);
  });

  test("an empty library is an empty page", async () => {
    const { status, body } = await curatorApp().get("/analytics/skills");
    expect(status).toBe(200);
    expect(body).toMatchObject({ skills: [], skills_total: 0, rent_tokens: 0, next_cursor: null });
  });

  test.each([
    ["state=dead", "invalid_state"],
    ["limit=-1", "invalid_limit"],
    ["limit=1001", "invalid_limit"],
    ["cursor=x", "invalid_cursor"],
  ])("refuses %s", async (query, code) => {
    const { status, body } = await curatorApp().get(`/analytics/skills?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code } });
  });

  test("a library that cannot be read is 503, here and where it is counted", async () => {
    const state = JSON.stringify({ schema_version: "9", skills: {} });
    const { get } = curatorApp({ skills: SKILLS, files: { ".metis/curator/state.json": state } });
    for (const path of ["/analytics/skills", "/analytics/curator"]) {
      const { status, body } = await get(path);
      expect(status).toBe(503);
      expect(body).toMatchObject({
        error: { code: "library_unavailable", details: { kind: "other-version" } },
      });
    }
  });
});

test("GET /analytics/curator counts live, pinned and archived skills", async () => {
  const pin = { type: "skill.curated", daysAgo: 1, payload: { action: "pin", curator_run_id: "r" } };
  const { get } = curatorApp({ skills: [agentSkill("deploy", { events: [pin] }), manualSkill("notes")] });
  const { body } = await get("/analytics/curator");
  expect(body).toMatchObject({ skills_active: 2, skills_pinned: 1, skills_archived: 0, actions_total: 1 });
});
