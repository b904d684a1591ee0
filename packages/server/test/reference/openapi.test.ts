import { describe, expect, test } from "bun:test";
import { agentSkill } from "@metis-curate/testkit";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Hono } from "hono";
import * as v from "valibot";
import { costAnalyticsSchema } from "../../src/wire/cost-analytics.ts";
import { curatorAnalyticsSchema } from "../../src/wire/curator-analytics.ts";
import { errorSchema } from "../../src/wire/fields.ts";
import { runDetailSchema, runsPageSchema } from "../../src/wire/runs.ts";
import { skillsPageSchema } from "../../src/wire/skills.ts";
import { curatorApp, eventAt } from "../support/curator-app.ts";

describe("GET /openapi.json", () => {
  test("is a valid document of OpenAPI 3.1", async () => {
    const { status, body } = await curatorApp().get("/openapi.json");
    expect(status).toBe(200);
    expect(await new Validator().validate({ ...body })).toEqual({ valid: true });
    expect(body["openapi"]).toMatch(/^3\.1\./);
    expect(Object.keys(body["paths"] as object).sort()).toEqual([
      "/analytics/cost",
      "/analytics/curator",
      "/analytics/curator/runs",
      "/analytics/curator/runs/{id}",
      "/analytics/skills",
      "/healthz",
      "/metrics",
    ]);
  });

  test("describes every parameter and every answer", async () => {
    const { body } = await curatorApp().get("/openapi.json");
    const paths = Object.values(body["paths"] as Record<string, { get: Record<string, unknown> }>);
    for (const { get } of paths) {
      expect(get["summary"]).not.toBe("");
      for (const parameter of (get["parameters"] ?? []) as Record<string, unknown>[]) {
        if (parameter["in"] === "query") expect(parameter["schema"]).toBeDefined();
      }
      for (const response of Object.values(get["responses"] as Record<string, Record<string, unknown>>)) {
        expect(response["description"]).not.toBe("");
        expect(response["content"]).toBeDefined();
      }
    }
  });

  test("names the path it is mounted under", async () => {
    const parent = new Hono();
    parent.route("/tools/curator", curatorApp().app);
    const document = await (await parent.request("/tools/curator/openapi.json")).json();
    expect(document).toMatchObject({ servers: [{ url: "/tools/curator" }] });
    expect(Object.keys((document as { paths: object }).paths)).toContain("/analytics/cost");
  });
});

test.each([
  ["/analytics/curator", curatorAnalyticsSchema],
  ["/analytics/cost?include_curator=true", costAnalyticsSchema],
  ["/analytics/cost?group_by=none", costAnalyticsSchema],
  ["/analytics/curator/runs", runsPageSchema],
  ["/analytics/curator/runs/run-1", runDetailSchema],
  ["/analytics/skills", skillsPageSchema],
  ["/analytics/cost?group_by=x", errorSchema],
  ["/nowhere", errorSchema],
] as const)("%s answers as it is described, and with nothing more", async (path, schema) => {
  const { get, trace, rootKey } = curatorApp({ skills: [agentSkill("deploy", { loadedDaysAgo: [1] })] });
  const own = { root: rootKey, curator_run_id: "run-1" };
  await trace.append(
    [
      eventAt("a", "2026-05-30T00:00:00Z", "curator.run_started", own),
      eventAt("b", "2026-05-30T00:00:00Z", "skill.curated", { ...own, skill_id: "x", action: "edit" }),
      eventAt("c", "2026-05-30T00:00:00Z", "llm.call_completed", { model: "m", cost_usd: "0.1" }),
    ],
    "normal",
  );
  const { body } = await get(path);
  const parsed = v.safeParse(schema as v.GenericSchema, body);
  expect(parsed.issues ?? []).toEqual([]);
  expect(parsed.output).toEqual(body);
});

describe("GET /reference", () => {
  test("shows every route without a script or an address of another server", async () => {
    const { app } = curatorApp();
    const response = await app.request("/reference");
    const html = await response.text();
    expect(response.headers.get("content-type")).toStartWith("text/html");
    expect(html).toContain("/analytics/curator/runs/{id}");
    expect(html).toContain("group_by");
    expect(html).not.toContain("<script");
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toStartWith("default-src 'none'");
    expect(policy).not.toContain("unsafe");
  });

  test("its one style sheet is the one its policy names", async () => {
    const response = await curatorApp().app.request("/reference");
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(await response.text()) ?? [];
    const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
    expect(response.headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
  });
});
