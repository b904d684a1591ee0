import { afterEach, expect, test } from "bun:test";
import type { Outcome, ReindexOptions, ReindexReport } from "@metis-curate/core";
import { type RunningServer, serveBun, serveNode } from "@metis-curate/http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpApp, MCP_BODY_BYTES_MAX, type McpApp, type McpDeps } from "../../src/index.ts";
import { call, ERAS, type Era } from "../support/connect.ts";
import { mcpFixture } from "../support/mcp-fixture.ts";

const RUNTIMES = [
  ["Bun", serveBun],
  ["Node's server", serveNode],
] as const;

const GRACE_MS = 3_600_000;

interface Served {
  readonly app: McpApp;
  readonly server: RunningServer;
  client(era: Era, headers?: Readonly<Record<string, string>>): Promise<Client>;
}

const served: Served[] = [];
const clients: Client[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const { app, server } of served.splice(0)) {
    await app.close(0);
    await server.stop(0);
  }
});

async function start(
  deps: McpDeps = mcpFixture().mcp,
  {
    serve = serveBun,
    token = null,
  }: { readonly serve?: typeof serveBun; readonly token?: string | null } = {},
): Promise<Served> {
  const clock = mcpFixture().clock;
  const app = createMcpApp({ ...deps, clock, access: { hosts: "loopback", token } });
  const server = await serve(app, { host: "127.0.0.1", port: 0, bodyBytesMax: MCP_BODY_BYTES_MAX });
  const client = async (era: Era, headers: Readonly<Record<string, string>> = {}) => {
    const made = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era } });
    clients.push(made);
    const url = new URL("mcp", server.url);
    await made.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return made;
  };
  const one = { app, server, client };
  served.push(one);
  return one;
}

for (const [runtime, serve] of RUNTIMES) {
  test(`several clients at once, of both protocols, on ${runtime}`, async () => {
    const { client } = await start(mcpFixture().mcp, { serve });
    const made = await Promise.all([...ERAS, ...ERAS].map((era) => client(era)));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => {
        const one = made[at % made.length];
        return one === undefined ? null : call(one, "skill_match", { task: "deploy the web application" });
      }),
    );
    for (const answer of answers) expect(answer?.report).toMatchObject({ best_skill: "deploy-web" });
    const sessions = new Set(answers.map((answer) => answer?.report["session_id"]));
    expect(sessions.size).toBe(2 + 6);
  });
}

test.each(ERAS)("progress and cancelling reach the other side over %s", async (era) => {
  const fixture = mcpFixture();
  const cancelled = Promise.withResolvers<void>();
  const reindex = ({ signal, onProgress }: ReindexOptions = {}): Promise<Outcome<ReindexReport>> => {
    onProgress?.({ stage: "scan", done: 1, total: 2 });
    return new Promise((resolve) => {
      signal?.addEventListener("abort", () => {
        cancelled.resolve();
        resolve({ ok: false, refusal: { kind: "cancelled", message: "cancelled", exitCode: 3 } });
      });
    });
  };
  const matcher = { ...fixture.matcher, reindex };
  const open = async () => ({ ok: true, value: { ...fixture.place, matcher } }) as const;
  const client = await (await start({ ...fixture.mcp, open })).client(era);
  const stop = new AbortController();
  const calling = client.callTool(
    { name: "skill_reindex" },
    { signal: stop.signal, onprogress: () => stop.abort() },
  );
  await expect(calling).rejects.toThrow();
  await cancelled.promise;
});

test.each(ERAS)("a token is all that a client needs over %s", async (era) => {
  const { client } = await start(mcpFixture().mcp, { token: "a-token-of-sixteen-or-more" });
  const known = await client(era, { authorization: "Bearer a-token-of-sixteen-or-more" });
  expect((await call(known, "skill_health")).isError).toBe(false);
  await expect(client(era)).rejects.toThrow();
});

test("stopping does not wait for the streams of clients that stay", async () => {
  const { app, server, client } = await start();
  for (const era of ERAS) await call(await client(era), "skill_health");
  // Whoever waited for them would wait longer than a test may last.
  await app.close(GRACE_MS);
  await server.stop(GRACE_MS);
  served.splice(0);
});
