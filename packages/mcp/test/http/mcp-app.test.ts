import { describe, expect, test } from "bun:test";
import { createMcpApp, MCP_BODY_BYTES_MAX, type McpAppDeps } from "../../src/index.ts";
import { mcpFixture } from "../support/mcp-fixture.ts";

const TOKEN = "a-token-of-sixteen-or-more";
const HANDSHAKE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "raw", version: "1" },
};

interface Asked {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly path?: string;
}

/** An app and a way to ask it without a network. */
function app(access: McpAppDeps["access"] = { hosts: "loopback", token: null }) {
  const fixture = mcpFixture();
  const made = createMcpApp({ ...fixture.mcp, access, clock: fixture.clock });
  const ask = async ({ body, headers = {}, method = "POST", path = "/mcp" }: Asked) =>
    made.fetch(
      new Request(`http://127.0.0.1:3204${path}`, {
        method,
        headers: {
          host: "127.0.0.1:3204",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );
  const rpc = async (method: string, params: unknown, headers: Readonly<Record<string, string>> = {}) =>
    readAnswer(await ask({ body: { jsonrpc: "2.0", id: 1, method, params }, headers }));
  const begin = async () => {
    const answer = await ask({ body: { jsonrpc: "2.0", id: 0, method: "initialize", params: HANDSHAKE } });
    return answer.headers.get("mcp-session-id") ?? "";
  };
  return { ...fixture, ...made, ask, rpc, begin };
}

/** The message of an answer, whether it came as JSON or as a stream. */
async function readAnswer(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text();
  const data = text.split("\n").find((line) => line.startsWith("data: {"));
  return JSON.parse(data === undefined ? text : data.slice("data: ".length));
}

describe("who may ask", () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

  test.each([
    [{ host: "evil.example" }, 403, "forbidden_host"],
    [{ host: "localhost.evil.example:3204" }, 403, "forbidden_host"],
    [{ origin: "http://evil.example" }, 403, "forbidden_origin"],
    [{ origin: "null" }, 403, "forbidden_origin"],
    [{ origin: "http://127.0.0.1:9000" }, 403, "forbidden_origin"],
  ])("%j is refused", async (headers, status, code) => {
    const answer = await app().ask({ body: list, headers });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  test("a page of its own and a program may", async () => {
    const { ask } = app();
    expect((await ask({ body: list })).status).toBe(200);
    expect((await ask({ body: list, headers: { origin: "http://127.0.0.1:3204" } })).status).toBe(200);
  });

  test("a token is asked of everybody, as a header only", async () => {
    const { ask } = app({ hosts: "loopback", token: TOKEN });
    for (const headers of [
      {},
      { authorization: "Bearer nope" },
      { authorization: TOKEN },
      { cookie: TOKEN },
    ]) {
      const answer = await ask({ body: list, headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toContain("Bearer");
    }
    expect((await ask({ body: list, path: `/mcp?token=${TOKEN}` })).status).toBe(401);
    expect((await ask({ body: list, headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
  });
});

describe("raw requests", () => {
  test("a call needs no handshake", async () => {
    const answer = await app().rpc("tools/call", {
      name: "skill_match",
      arguments: { task: "deploy the web application" },
    });
    expect(answer).toMatchObject({ id: 1, result: { structuredContent: { best_skill: "deploy-web" } } });
  });

  test.each([
    ["not json", 400],
    ["", 400],
    ["[]", 400],
    ["null", 400],
    ["{}", 400],
    ['{"jsonrpc":"2.0","id":1}', 400],
  ])("%j is an error of the protocol", async (body, status) => {
    const answer = await app().ask({ body });
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain(import.meta.dir);
  });

  test("what is no JSON by its type, no path of ours, or too large is refused", async () => {
    const { ask } = app();
    expect((await ask({ body: "{}", headers: { "content-type": "text/plain" } })).status).toBe(415);
    expect((await ask({ method: "GET", path: "/" })).status).toBe(404);
    expect((await ask({ body: "{}", path: "/mcp/../x" })).status).toBe(404);
    expect((await ask({ method: "PUT", body: "{}" })).status).toBe(405);
    const large = await ask({ body: JSON.stringify({ a: "x".repeat(MCP_BODY_BYTES_MAX) }) });
    expect(large.status).toBe(413);
  });

  test("a task of a megabyte passes", async () => {
    const task = `deploy the web application ${"lorem ipsum ".repeat(90_000)}`;
    const answer = await app().rpc("tools/call", { name: "skill_match", arguments: { task } });
    expect(answer).toMatchObject({ result: { structuredContent: { matches: [{ name: "deploy-web" }] } } });
  });
});

describe("sessions", () => {
  test("a client with a handshake has one, and its matches are in it", async () => {
    const { rpc, begin } = app();
    const id = await begin();
    expect(id).not.toBe("");
    const session = { "mcp-session-id": id };
    const answer = await rpc(
      "tools/call",
      { name: "skill_match", arguments: { task: "deploy it" } },
      session,
    );
    expect(answer).toMatchObject({ result: { structuredContent: { session_id: id } } });
  });

  test("one that is not known, was ended, or fell idle is 404", async () => {
    const { ask, begin, clock } = app();
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const status = async (id: string) =>
      (await ask({ body: ping, headers: { "mcp-session-id": id } })).status;
    expect(await status("nobody")).toBe(404);
    expect(await status("__proto__")).toBe(404);
    const ended = await begin();
    expect(await status(ended)).toBe(200);
    expect((await ask({ method: "DELETE", headers: { "mcp-session-id": ended } })).status).toBe(200);
    expect(await status(ended)).toBe(404);
    const idle = await begin();
    clock.advanceUs(3_600_001_000);
    expect(await status(idle)).toBe(404);
  });

  test("there are never more than so many: the quietest makes room", async () => {
    const { ask, begin } = app();
    const status = async (id: string) =>
      (await ask({ body: { jsonrpc: "2.0", id: 1, method: "ping" }, headers: { "mcp-session-id": id } }))
        .status;
    const [first, second] = [await begin(), await begin()];
    for (let more = 0; more < 62; more += 1) await begin();
    expect(await status(first)).toBe(200);
    await begin();
    expect(await status(second)).toBe(404);
    expect(await status(first)).toBe(200);
  });
});

test("a server that stops takes nothing more and lets what it began finish", async () => {
  const fixture = mcpFixture();
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const matcher: typeof fixture.matcher = {
    ...fixture.matcher,
    lifecycle: async () => {
      begun.resolve();
      await finish.promise;
      return fixture.matcher.lifecycle();
    },
  };
  const open = async () => ({ ok: true, value: { ...fixture.place, matcher } }) as const;
  const made = createMcpApp({
    ...fixture.mcp,
    open,
    access: { hosts: "loopback", token: null },
    clock: fixture.clock,
  });
  const ask = (method: string, params: unknown) =>
    made.fetch(
      new Request("http://localhost:3204/mcp", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      }),
    );
  const calling = Promise.resolve(ask("tools/call", { name: "skill_lifecycle" })).then(readAnswer);
  await begun.promise;
  const closing = made.close(60_000);
  expect((await ask("tools/list", {})).status).toBe(503);
  finish.resolve();
  await closing;
  expect(await calling).toMatchObject({ result: { structuredContent: { drafts: [] } } });
});
