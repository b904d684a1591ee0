import { expect, test } from "bun:test";
import { anthropicModel, openAiCompatibleModel } from "@metis-curate/models";
import { replyWith, type ServedRequest, type ServerReply } from "@metis-curate/testkit";
import { archiveDossier } from "../support/dossiers.ts";
import { serve } from "../support/servers.ts";
import { TEST_KEY } from "../support/vendors.ts";

const REQUEST = { purpose: "archive", dossier: archiveDossier() } as const;
const KEEP = replyWith({ action: "keep", reason: "in use" });

function refuse(message: string, status = 400): ServerReply {
  return { kind: "error", status, message };
}

function compatible(baseUrl: string, id = "openai-compatible:local") {
  return openAiCompatibleModel({ id, model: id.slice(id.indexOf(":") + 1), apiKey: null, baseUrl });
}

function formatsOf(requests: readonly ServedRequest[]): readonly string[] {
  return requests.map(({ schema }) => (schema === null ? "free" : "schema"));
}

test.each([
  "'response_format' of type 'json_schema' is not supported",
  "response_format.type: Input should be 'text'",
  "Failed to parse grammar",
])("a local server without structured output is asked without it from then on: %s", async (message) => {
  const server = await serve(({ schema }) => (schema === null ? KEEP : refuse(message)));
  const model = compatible(server.openaiUrl);
  expect(await model.ask(REQUEST)).toMatchObject({ kind: "answer" });
  expect(await model.ask(REQUEST)).toMatchObject({ kind: "answer" });
  expect(formatsOf(server.requests)).toEqual(["schema", "free", "free"]);
});

test("a Claude without structured output is asked without it from then on", async () => {
  const message = "output_config.format: this model does not support structured outputs";
  const server = await serve(({ schema }) => (schema === null ? KEEP : refuse(message)));
  const model = anthropicModel({ model: "claude-3-haiku", apiKey: TEST_KEY, baseUrl: server.url });
  expect(await model.ask(REQUEST)).toMatchObject({ kind: "answer" });
  expect(await model.ask(REQUEST)).toMatchObject({ kind: "answer" });
  expect(formatsOf(server.requests)).toEqual(["schema", "free", "free"]);
});

test("another refusal is final and changes nothing", async () => {
  const server = await serve(() => refuse("the prompt is too long"));
  const model = compatible(server.openaiUrl);
  await model.ask(REQUEST);
  await model.ask(REQUEST);
  expect(formatsOf(server.requests)).toEqual(["schema", "schema"]);
});

test("a server that refuses everything is asked a bounded number of times", async () => {
  const server = await serve(() =>
    refuse("response_format, max_tokens (use max_completion_tokens), reasoning_effort: all unsupported"),
  );
  expect(await compatible(server.openaiUrl, "openai:gpt-5").ask(REQUEST)).toMatchObject({
    kind: "error",
    sent: false,
  });
  expect(server.requests.length).toBeLessThanOrEqual(5);
});

test("the token limit has the name that the server wants", async () => {
  const server = await serve(({ body }) =>
    "max_tokens" in body
      ? refuse("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
      : KEEP,
  );
  expect(await compatible(server.openaiUrl).ask(REQUEST)).toMatchObject({ kind: "answer" });
  expect(server.requests.map(({ maxTokens }) => maxTokens)).toEqual([2_560, 2_560]);
});

test("OpenAI's reasoning models are told to think little, and not to where they cannot be told", async () => {
  const server = await serve(({ body }) =>
    "reasoning_effort" in body ? refuse("Unsupported parameter: 'reasoning_effort'") : KEEP,
  );
  expect(await compatible(server.openaiUrl, "openai:gpt-5-mini").ask(REQUEST)).toMatchObject({
    kind: "answer",
  });
  expect(server.requests.map(({ body }) => body["reasoning_effort"])).toEqual(["low", undefined]);
  expect(server.requests[0]?.body).toHaveProperty("max_completion_tokens");
});

test("a base URL without a path is tried under /v1 too", async () => {
  const server = await serve(KEEP);
  const model = compatible(server.url);
  expect(await model.ask(REQUEST)).toMatchObject({ kind: "answer" });
  expect(await model.ask(REQUEST)).toMatchObject({ kind: "answer" });
  expect(server.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions", "/v1/chat/completions"]);
  expect(server.faults).toHaveLength(1);
});

test("an Anthropic base URL may end in /v1 or a slash", async () => {
  const server = await serve(KEEP);
  for (const end of ["", "/", "/v1", "/v1/"]) {
    const model = anthropicModel({
      model: "claude-haiku-4-5",
      apiKey: TEST_KEY,
      baseUrl: `${server.url}${end}`,
    });
    expect(await model.ask(REQUEST), end).toMatchObject({ kind: "answer" });
  }
  expect(new Set(server.requests.map(({ path }) => path))).toEqual(new Set(["/v1/messages"]));
});

test("a server without a key gets none", async () => {
  const server = await serve(KEEP);
  await compatible(server.openaiUrl).ask(REQUEST);
  expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
});

test("the fixed part of an Anthropic request is marked for the cache, and its writing and reading are counted", async () => {
  const server = await serve(KEEP, { cacheTokensMin: 1 });
  const model = anthropicModel({ model: "claude-haiku-4-5", apiKey: TEST_KEY, baseUrl: server.url });
  const first = await model.ask(REQUEST);
  const second = await model.ask(REQUEST);
  if (first.kind !== "answer" || second.kind !== "answer") throw new Error("no answers");
  expect(first.usage.cacheCreationInputTokens).toBeGreaterThan(500);
  expect(second.usage.cachedInputTokens).toBe(first.usage.cacheCreationInputTokens);
  expect(second.usage.inputTokens).toBe(server.ledger[1]?.tokens.input ?? -1);
});

test("an account without money is not asked again", async () => {
  const body = JSON.stringify({ error: { message: "You exceeded your quota", code: "insufficient_quota" } });
  const server = await serve({ kind: "raw", status: 429, body });
  const answer = await compatible(server.openaiUrl).ask(REQUEST);
  expect(answer).toMatchObject({ kind: "error", message: expect.stringContaining("quota") });
  expect(answer).not.toHaveProperty("retry");
});
