import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import type { SecretFinder } from "@metis-curate/core";
import {
  CassetteError,
  type FetchLike,
  type ModelServer,
  modelServer,
  type RecordingOptions,
  recordingFetch,
  replayingFetch,
  replyWith,
} from "@metis-curate/testkit";

const KEY = "sk-test-0123456789";
const SECRET = "hunter2-hunter2";
const finder: SecretFinder = {
  findSecrets: async (text) => {
    const start = text.indexOf(SECRET);
    return start < 0 ? [] : [{ start, end: start + SECRET.length, kind: "password" }];
  },
};

let directory: string;
let server: ModelServer;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  server = await modelServer({
    script: ({ prompt }) => replyWith({ action: "keep", reason: `on ${prompt}` }),
  });
});

afterEach(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

const record = (options: Partial<RecordingOptions> = {}) =>
  recordingFetch({ directory, secrets: finder, env: { ANTHROPIC_API_KEY: KEY }, ...options });

async function ask(fetch: FetchLike, content: string, baseURL = server.url): Promise<string> {
  const client = new Anthropic({ apiKey: KEY, baseURL, maxRetries: 0, fetch });
  const message = await client.messages.create({
    model: "claude-haiku-4-5",
    max_tokens: 100,
    messages: [{ role: "user", content }],
  });
  const [block] = message.content;
  return block?.type === "text" ? block.text : "";
}

const rejection = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );

test("what was recorded is replayed without the network, from any host", async () => {
  const recorded = await ask(record(), "alpha");
  const asked = server.requests.length;
  const replay = replayingFetch(directory);
  expect(await ask(replay, "alpha")).toBe(recorded);
  expect(await ask(replay, "alpha", "http://127.0.0.1:9")).toBe(recorded);
  expect(server.requests).toHaveLength(asked);
});

test("the key and every other request header stay out of the file", async () => {
  await ask(record(), "alpha");
  const files = readdirSync(directory);
  expect(files).toHaveLength(1);
  const text = readFileSync(join(directory, files[0] ?? ""), "utf8");
  expect(text).not.toContain(KEY);
  expect(text.toLowerCase()).not.toMatch(/authorization|x-api-key|request-id|user-agent/);
});

test("a call that was never recorded fails with what to do, and is not asked", async () => {
  await ask(record(), "alpha");
  const asked = server.requests.length;
  const error = await rejection(ask(replayingFetch(directory), "beta"));
  const { cause } = error as Error;
  expect(cause).toBeInstanceOf(CassetteError);
  expect(cause).toMatchObject({ kind: "not-recorded" });
  expect(String(cause)).toContain("POST /v1/messages");
  expect(server.requests).toHaveLength(asked);
});

test.each(["true", "1", "yes"])("nothing is recorded where CI is %p", (ci) => {
  expect(() => record({ env: { CI: ci } })).toThrow(CassetteError);
  expect(readdirSync(directory)).toEqual([]);
});

test.each(["", "0", "false"])("CI set to %p is no CI", (ci) => {
  expect(() => record({ env: { CI: ci } })).not.toThrow();
});

test.each([
  [`The password is\n${SECRET}.`, "password"],
  [`Never show ${KEY}.`, "environment variable ANTHROPIC_API_KEY"],
])("a secret in the call is named by kind and place, and nothing is written", async (content, kind) => {
  const { cause } = (await rejection(ask(record(), content))) as Error;
  expect(cause).toMatchObject({ kind: "secret-found" });
  expect(String(cause)).toContain(`${kind} in the request.messages.0.content;`);
  expect(String(cause)).not.toContain(SECRET);
  expect(String(cause)).not.toContain(KEY);
  expect(readdirSync(directory)).toEqual([]);
});

test("the mark of a secret that was taken out is none", async () => {
  const marks: SecretFinder = {
    findSecrets: async (text) => (text.includes("secret:") ? [{ start: 0, end: 1, kind: "assignment" }] : []),
  };
  await ask(record({ secrets: marks }), "Repeat ⟦secret:1a2b3c4d:1⟧.");
  expect(readdirSync(directory)).toHaveLength(1);
  const error = await rejection(ask(record({ secrets: marks }), "Repeat ⟦secret:hunter2⟧."));
  expect((error as Error).cause).toMatchObject({ kind: "secret-found" });
});

test("a secret in the answer is refused too", async () => {
  const answering: FetchLike = async () => new Response(JSON.stringify({ parts: [{ text: SECRET }] }));
  const error = await rejection(
    record({ fetch: answering })("http://127.0.0.1:9/v1/messages", { method: "POST" }),
  );
  expect(error).toMatchObject({ kind: "secret-found" });
  expect(String(error)).toContain("password in the response.parts.0.text;");
  expect(readdirSync(directory)).toEqual([]);
});

test("an error of the provider passes through and is not kept", async () => {
  const failing: FetchLike = async () => new Response("busy", { status: 529 });
  const response = await record({ fetch: failing })("http://127.0.0.1:9/v1/messages");
  expect([response.status, await response.text()]).toEqual([529, "busy"]);
  expect(readdirSync(directory)).toEqual([]);
});

test("the order of the keys of a body does not matter, their values do", async () => {
  const answers = ["one", "two"];
  const fetch: FetchLike = async () => new Response(JSON.stringify(answers.shift()));
  const url = "http://127.0.0.1:9/v1/messages";
  await record({ fetch })(url, { method: "POST", body: '{"a":1,"b":[1,2]}' });
  const replay = replayingFetch(directory);
  const again = await replay(url, { method: "POST", body: '{"b":[1,2],"a":1}' });
  expect(await again.json()).toBe("one");
  const other = await rejection(replay(url, { method: "POST", body: '{"a":1,"b":[2,1]}' }));
  expect(other).toMatchObject({ kind: "not-recorded" });
});

test("a damaged recording says so", async () => {
  await ask(record(), "alpha");
  const [file = ""] = readdirSync(directory);
  for (const text of ["", "{", "null", '{"schema":1}', '{"schema":2,"response":{}}']) {
    writeFileSync(join(directory, file), text);
    const { cause } = (await rejection(ask(replayingFetch(directory), "alpha"))) as Error;
    expect(cause).toMatchObject({ kind: "bad-cassette" });
  }
});
