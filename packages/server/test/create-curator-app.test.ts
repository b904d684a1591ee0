import { describe, expect, test } from "bun:test";
import {
  type AnalyticsReader,
  createLibraryReader,
  type TimeWindow,
  TraceError,
  type Usd,
} from "@metis-curate/core";
import { curatorFixture, memoryTraceStore, patternFinder } from "@metis-curate/testkit";
import { Hono } from "hono";
import { type CuratorAppDeps, createCuratorApp } from "../src/index.ts";

const NOW_US = Date.parse("2026-05-14T00:00:00Z") * 1_000;

interface Asked {
  readonly rootKey: string | null;
  readonly window: TimeWindow;
}

function createApp(overrides: Partial<CuratorAppDeps> = {}) {
  const asked: Asked[] = [];
  const trace: AnalyticsReader = {
    ...memoryTraceStore(),
    summarizeCurator: async (rootKey, window) => {
      asked.push({ rootKey, window });
      return {
        runs: 1,
        actionsTotal: 7,
        actionsByType: { archive: 4, consolidate: 2, edit: 1 },
        spendUsd: "0.184" as Usd,
        throttledRuns: 0,
      };
    },
  };
  const app = createCuratorApp({
    trace,
    root: { key: "metis:abc" },
    countSkills: async () => ({ pinned: 3, archived: 12, active: 27 }),
    clock: { nowUs: () => NOW_US, monotonicMs: () => 0 },
    library: createLibraryReader(curatorFixture().deps),
    secrets: patternFinder(),
    commandLine: "metis-curate .",
    pricingVersion: "2026-05-08",
    version: "1.2.3",
    ...overrides,
  });
  return { app, asked };
}

describe("GET /analytics/curator", () => {
  test("answers the sample of the specification for the last seven days", async () => {
    const { app, asked } = createApp();
    const response = await app.request("/analytics/curator");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      since: "2026-05-07T00:00:00Z",
      until: "2026-05-14T00:00:00Z",
      runs: 1,
      actions_total: 7,
      actions_by_type: { archive: 4, consolidate: 2, edit: 1 },
      spend_usd: "0.184",
      throttled_runs: 0,
      skills_pinned: 3,
      skills_archived: 12,
      skills_active: 27,
      window: { start: "2026-05-07T00:00:00Z", end: "2026-05-14T00:00:00Z" },
      current_pricing_version: "2026-05-08",
    });
    expect(asked).toEqual([
      { rootKey: "metis:abc", window: { fromUs: NOW_US - 7 * 86_400_000_000, untilUs: NOW_US } },
    ]);
  });

  test.each([
    ["from=2026-05-01&to=2026-05-02", "2026-05-01T00:00:00Z", "2026-05-02T00:00:00Z"],
    ["from=2026-05-01T10:00:00.5Z", "2026-05-01T10:00:00.500000Z", "2026-05-14T00:00:00Z"],
    ["to=2026-05-01T00:00:00", "2026-04-24T00:00:00Z", "2026-05-01T00:00:00Z"],
    ["to=2026-05-01T00:00:00+00:00", "2026-04-24T00:00:00Z", "2026-05-01T00:00:00Z"],
    ["to=2026-05-01T00:00:00%2B00:00", "2026-04-24T00:00:00Z", "2026-05-01T00:00:00Z"],
    ["from=2026-05-01T10:00:00.123456789Z", "2026-05-01T10:00:00.123456Z", "2026-05-14T00:00:00Z"],
  ])("reads the window %s", async (query, start, end) => {
    const { app } = createApp();
    const response = await app.request(`/analytics/curator?${query}`);
    expect(response.status).toBe(200);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body["window"]).toEqual({ start, end });
  });

  test.each([
    "from=yesterday",
    "from=",
    "to=",
    "from=2026-02-30",
    "from=2026-05-01T24:00:00Z",
    "from=2026-05-01T10:00:00%2B02:00",
    "from=2026-05-02&to=2026-05-01",
    "from=2026-05-01&to=2026-05-01",
    "from=2027-01-01",
    "from=2026-05-01&from=2026-05-02",
    "to=2026-05-01&to=2026-05-01",
    "from=0001-01-01",
    "to=9999-12-31",
    "from=1714521600",
    "from=2026-05-01%00",
  ])("refuses the window %s without asking the trace", async (query) => {
    const { app, asked } = createApp();
    const response = await app.request(`/analytics/curator?${query}`);
    expect(response.status).toBe(400);
    const body = (await response.json()) as { error: Record<string, unknown> };
    expect(Object.keys(body)).toEqual(["error"]);
    expect(body.error["code"]).toBe("invalid_time_window");
    expect(typeof body.error["message"]).toBe("string");
    expect(typeof body.error["details"]).toBe("object");
    expect(asked).toEqual([]);
  });
});

describe("the app", () => {
  test("says that it lives", async () => {
    const response = await createApp().app.request("/healthz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok", version: "1.2.3" });
  });

  test("answers an unknown path in the error shape", async () => {
    const response = await createApp().app.request("/nowhere");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: { code: "not_found", message: "there is nothing at /nowhere", details: {} },
    });
  });

  test("is only read", async () => {
    const response = await createApp().app.request("/analytics/curator", { method: "POST" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect((await createApp().app.request("/healthz", { method: "HEAD" })).status).toBe(200);
  });

  test("hides a bug behind 500 and logs it", async () => {
    const logged: string[] = [];
    const { app } = createApp({
      countSkills: () => Promise.reject(new Error("secret path /home/me")),
      logger: { log: (_level, message) => logged.push(message) },
    });
    const response = await app.request("/analytics/curator");
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain("secret");
    expect(text).not.toContain(".ts:");
    expect(JSON.parse(text).error.code).toBe("internal");
    expect(logged).toEqual(["GET /analytics/curator: secret path /home/me"]);
  });

  test("says when the trace cannot be read", async () => {
    const { app } = createApp({
      trace: {
        ...memoryTraceStore(),
        summarizeCurator: () => Promise.reject(new TraceError("locked", "database is locked")),
      },
    });
    const response = await app.request("/analytics/curator");
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      error: { code: "trace_unavailable", message: "the trace cannot be read", details: { kind: "locked" } },
    });
  });

  test.each(["/healthz", "/nowhere", "/analytics/curator?from=x"])(
    "sends %s with headers that forbid storing, sniffing and framing",
    async (path) => {
      const { headers } = await createApp().app.request(path);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("strict-transport-security")).toBeNull();
    },
  );
});

describe("inside another app", () => {
  function mounted() {
    const parent = new Hono();
    parent.get("/own", (c) => c.text("own"));
    parent.route("/tools/curator", createApp().app);
    parent.get("/later", (c) => c.text("later"));
    return parent;
  }

  test.each([
    ["/tools/curator/healthz", 200],
    ["/tools/curator/analytics/cost", 200],
    ["/tools/curator/metrics", 200],
    ["/tools/curator/reference", 200],
    ["/tools/curator", 200],
    ["/tools/curator/skills", 200],
    ["/tools/curator/nowhere", 404],
    ["/own", 200],
    ["/later", 200],
    ["/elsewhere", 404],
  ])("%s answers %d", async (path, status) => {
    expect((await mounted().request(path)).status).toBe(status);
  });

  test("its errors keep their shape, the parent's routes keep their headers", async () => {
    const missing = await mounted().request("/tools/curator/nowhere");
    expect(await missing.json()).toMatchObject({ error: { code: "not_found" } });
    expect((await mounted().request("/own")).headers.get("content-security-policy")).toBeNull();
    expect((await mounted().request("/tools/curator/healthz", { method: "POST" })).status).toBe(405);
  });

  test("a final slash leads to the page without it", async () => {
    const response = await mounted().request("/tools/curator/");
    expect(response.status).toBe(301);
    expect(new URL(response.headers.get("location") ?? "", "http://localhost").pathname).toBe(
      "/tools/curator",
    );
  });
});

describe("a browser that asks for nothing there is", () => {
  const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
  const parent = new Hono();
  parent.route("/tools/curator", createApp().app);

  test.each([
    ["/nowhere", "./assets/base.css"],
    ["/a/b/c", "../../assets/base.css"],
    ["/assets/nothing.css", "../assets/base.css"],
    ["/analytics/nothing", "../assets/base.css"],
  ])("%s gets a page whose links lead home", async (path, style) => {
    for (const [app, base] of [
      [createApp().app, ""],
      [parent, "/tools/curator"],
    ] as const) {
      const response = await app.request(`${base}${path}`, { headers: { accept } });
      const html = await response.text();
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("vary")).toContain("Accept");
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(html).toContain(`There is nothing at ${path}.`);
      const own = new URL(`http://h${base}${path}`);
      expect(html).toContain(`href="${style}"`);
      expect(new URL(style, own).pathname).toBe(`${base}/assets/base.css`);
      const overview = /class="wordmark" href="([^"]+)"/.exec(html)?.[1] ?? "";
      expect(new URL(overview, own).pathname).toBe(base === "" ? "/" : base);
    }
  });

  test("the path is text, and answers of routes stay what they are", async () => {
    const { app } = createApp();
    const html = await (await app.request("/%3Cscript%3Ex", { headers: { accept } })).text();
    expect(html).not.toContain("<script>x");
    const data = await app.request("/analytics/cost?group_by=x", { headers: { accept } });
    expect(await data.json()).toMatchObject({ error: { code: "invalid_group_by" } });
  });

  test.each(["*/*", "application/json", "text/html;q=0, */*", "text/htmlx"])(
    "%s gets JSON",
    async (kinds) => {
      const response = await createApp().app.request("/nowhere", { headers: { accept: kinds } });
      expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
    },
  );
});

describe("ETag", () => {
  const PATH = "/analytics/cost?from=2026-05-01&to=2026-05-02";

  test("an answer that did not change is 304 without a body", async () => {
    const { app } = createApp();
    const first = await app.request(PATH);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).not.toBe("");
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await app.request(PATH, { headers: { "If-None-Match": header } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
      expect(again.headers.get("etag")).toBe(tag);
    }
    expect((await app.request(PATH, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });

  test("an error has none", async () => {
    const response = await createApp().app.request("/analytics/cost?group_by=x", {
      headers: { "If-None-Match": "*" },
    });
    expect(response.status).toBe(400);
    expect(response.headers.get("etag")).toBeNull();
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});
