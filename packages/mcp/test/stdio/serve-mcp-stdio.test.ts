import { expect, test } from "bun:test";
import { PassThrough, Writable } from "node:stream";
import fc from "fast-check";
import { type McpDeps, serveMcpStdio } from "../../src/index.ts";
import { mcpFixture } from "../support/mcp-fixture.ts";

const HELLO = [
  {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

function toolCall(id: number, name: string, args: object = {}): object {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
}

function sink() {
  let text = "";
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  return { output, text: () => text };
}

/** A connection whose messages are written in pieces; resolves with what came back once it is over. */
async function talk(
  deps: McpDeps,
  messages: readonly object[],
  {
    pieceBytes = 65_536,
    graceMs = 3_600_000,
  }: { readonly pieceBytes?: number; readonly graceMs?: number } = {},
): Promise<ReadonlyMap<unknown, Record<string, unknown>>> {
  const input = new PassThrough();
  const { output, text } = sink();
  const { closed } = serveMcpStdio(deps, { input, output, graceMs });
  const bytes = Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  for (let at = 0; at < bytes.length; at += pieceBytes) input.write(bytes.subarray(at, at + pieceBytes));
  input.end();
  await closed;
  const lines = text()
    .split("\n")
    .filter((line) => line !== "");
  const answers = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return new Map(answers.map((answer) => [answer["id"], answer]));
}

/** A server on which `skill_lifecycle` never ends by itself. */
function hanging(): McpDeps {
  const fixture = mcpFixture();
  const matcher = { ...fixture.matcher, lifecycle: () => new Promise<never>(() => {}) };
  return { ...fixture.mcp, open: async () => ({ ok: true, value: { ...fixture.place, matcher } }) };
}

test("what was asked before the input ended is answered, in whatever pieces it came", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (pieceBytes) => {
      const task = "déployer l'application 数据库迁移";
      const calls = [toolCall(1, "skill_match", { task }), toolCall(2, "skill_health")];
      const answers = await talk(mcpFixture().mcp, [...HELLO, ...calls], { pieceBytes });
      expect([...answers.keys()].sort()).toEqual([0, 1, 2]);
      expect(answers.get(1)).toMatchObject({ result: { structuredContent: { notices: [] } } });
    }),
    { numRuns: 8 },
  );
});

test("a call that hangs holds the connection for a while only", async () => {
  const answers = await talk(hanging(), [...HELLO, toolCall(1, "skill_lifecycle")], { graceMs: 5 });
  expect([...answers.keys()]).toEqual([0]);
});

test("a call that was cancelled holds nothing", async () => {
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  const answers = await talk(hanging(), [...HELLO, toolCall(1, "skill_lifecycle"), cancel]);
  expect([...answers.keys()]).toEqual([0]);
});

test("closing lets a call finish, and ends the connection", async () => {
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
  const deps: McpDeps = {
    ...fixture.mcp,
    open: async () => ({ ok: true, value: { ...fixture.place, matcher } }),
  };
  const input = new PassThrough();
  const { output, text } = sink();
  const connection = serveMcpStdio(deps, { input, output });
  for (const message of [...HELLO, toolCall(1, "skill_lifecycle")])
    input.write(`${JSON.stringify(message)}\n`);
  await begun.promise;
  const closing = connection.close(60_000);
  finish.resolve();
  await closing;
  await connection.closed;
  expect(text()).toContain('"id":1');
});
