import { describe, expect, test } from "bun:test";
import { curatorApp } from "../support/curator-app.ts";

const TOKEN = "correct horse battery staple".replaceAll(" ", "-");

test("a browser without the token gets a page that names nothing of what is served", async () => {
  const { app } = curatorApp({ app: { access: { hosts: "loopback", token: TOKEN } } });
  const response = await app.request("/", { headers: { accept: "text/html" } });
  const html = await response.text();
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe('Bearer realm="metis-curate"');
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(html).toContain("?token=");
  expect(html).not.toContain("metis-curate");
  expect(html).not.toMatch(/(?:src|href)=/);
});

describe("on loopback", () => {
  test.each(["localhost:8423", "LOCALHOST.", "127.0.0.1:8423", "[::1]:8423", "127.8.8.8"])(
    "answers as %s",
    async (host) => {
      expect((await curatorApp().get("/healthz", { host })).status).toBe(200);
    },
  );

  test.each([
    "evil.example",
    "localhost.evil.example:8423",
    "10.0.0.5:8423",
    "[fe80::1]",
    "",
    "a b",
    "0.0.0.0",
  ])("refuses the Host %j", async (host) => {
    const { status, body } = await curatorApp().get("/analytics/curator", { host });
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: { code: "forbidden_host", details: {} } });
  });

  test.each([
    ["http://localhost:8423", "localhost:8423"],
    ["http://LOCALHOST:8423", "localhost.:8423"],
    ["http://[::1]:8423", "[::1]:8423"],
    ["http://127.0.0.1", "127.0.0.1:80"],
    ["https://localhost", "localhost"],
  ])("a page of %s may read %s", async (origin, host) => {
    expect((await curatorApp().get("/healthz", { origin, host })).status).toBe(200);
  });

  test.each([
    ["http://evil.example", "localhost:8423"],
    ["http://localhost:9000", "localhost:8423"],
    ["http://127.0.0.1:8423", "localhost:8423"],
    ["null", "localhost:8423"],
    ["", "localhost:8423"],
    ["file://", "localhost:8423"],
    ["http://localhost:8423/x", "localhost:8423"],
  ])("a page of %j may not read %s", async (origin, host) => {
    const { status, body } = await curatorApp().get("/healthz", { origin, host });
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: { code: "forbidden_origin" } });
  });
});

test("a list of names adds any address, and nothing else", async () => {
  const { get } = curatorApp({ app: { access: { hosts: ["Desk.example."], token: null } } });
  for (const host of ["desk.example:8423", "10.0.0.5:8423", "[fe80::1]:8423", "localhost"]) {
    expect((await get("/healthz", { host })).status).toBe(200);
  }
  expect((await get("/healthz", { host: "other.example" })).status).toBe(403);
});

test("`any` leaves the Host to whatever stands in front", async () => {
  const { get } = curatorApp({ app: { access: { hosts: "any", token: null } } });
  expect((await get("/healthz", { host: "curator.example" })).status).toBe(200);
});

describe("with a token", () => {
  const { app, get } = curatorApp({ app: { access: { hosts: "loopback", token: TOKEN } } });

  test.each([
    {},
    { authorization: "" },
    { authorization: `Bearer ${TOKEN}x` },
    { authorization: "Bearer" },
    { authorization: `Basic ${TOKEN}` },
    { cookie: `metis_curate=${TOKEN}` },
    { cookie: "metis_curate=" },
  ])("%j is not enough", async (headers) => {
    for (const path of ["/healthz", "/", "/analytics/curator", "/metrics", "/openapi.json", "/nowhere"]) {
      const answer = await get(path, headers as Record<string, string>);
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ error: { code: "unauthorized" } });
      expect(answer.headers.get("www-authenticate")).toStartWith("Bearer");
    }
  });

  test.each([`Bearer ${TOKEN}`, `bearer  ${TOKEN} `])("%j lets a program in", async (authorization) => {
    expect((await get("/healthz", { authorization })).status).toBe(200);
  });

  test("a browser trades ?token= for a cookie that holds no token", async () => {
    const traded = await app.request(`/analytics/curator?from=2026-05-01&token=${TOKEN}`);
    expect(traded.status).toBe(303);
    expect(traded.headers.get("location")).toBe("/analytics/curator?from=2026-05-01");
    const cookie = traded.headers.get("set-cookie") ?? "";
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Strict");
    expect(cookie).not.toContain(TOKEN);
    const [pair = ""] = cookie.split(";");
    expect((await get("/healthz", { cookie: pair })).status).toBe(200);
    const other = curatorApp({ app: { access: { hosts: "loopback", token: `${TOKEN}2` } } });
    expect((await other.get("/healthz", { cookie: pair })).status).toBe(401);
  });

  test.each(["wrong", "", `${TOKEN}&token=x`])("?token=%s is refused", async (token) => {
    const { status } = await get(`/healthz?token=${token}`);
    expect(status).toBe(token.startsWith(TOKEN) ? 303 : 401);
  });

  test("a redirect never leaves this server", async () => {
    const { headers } = await app.request(`http://localhost//evil.example/x?token=${TOKEN}`);
    expect(headers.get("location")).toBe("/evil.example/x");
  });
});

describe("what a reader never sends", () => {
  test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("%s is refused everywhere", async (method) => {
    for (const path of ["/", "/analytics/cost", "/nowhere"]) {
      const response = await curatorApp().app.request(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD");
    }
  });

  test("an address that is too long is 414", async () => {
    const { status, body } = await curatorApp().get(`/healthz?${"a".repeat(9_000)}`);
    expect(status).toBe(414);
    expect(body).toMatchObject({ error: { code: "url_too_long" } });
  });

  test.each([{ "content-length": "5000" }, { "content-length": "x" }, { "transfer-encoding": "chunked" }])(
    "a body (%j) is 413",
    async (headers) => {
      const { status, body } = await curatorApp().get("/healthz", headers as Record<string, string>);
      expect(status).toBe(413);
      expect(body).toMatchObject({ error: { code: "body_too_large" } });
    },
  );
});
