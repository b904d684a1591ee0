import { afterEach, expect, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import {
  type ModelServer,
  type ModelServerOptions,
  modelServer,
  replyFenced,
  replyHuge,
  replyRateLimited,
  replyWith,
  type ServerReply,
  worstTokens,
} from "@metis-curate/testkit";
import OpenAI from "openai";

const MODEL = "claude-haiku-4-5";
const SCHEMA = { type: "object", properties: { action: { type: "string" } } };
const VERDICT = { action: "keep", reason: "in use" };

let server: ModelServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(reply: ServerReply, options: Partial<ModelServerOptions> = {}): Promise<ModelServer> {
  server = await modelServer({ script: () => reply, ...options });
  return server;
}

function askAnthropic({ url }: ModelServer, text = "Judge it.", options: { signal?: AbortSignal } = {}) {
  const client = new Anthropic({ apiKey: "test", baseURL: url, maxRetries: 0 });
  return client.messages.create(
    {
      model: MODEL,
      max_tokens: 500,
      system: [{ type: "text", text: "You judge skills.", cache_control: { type: "ephemeral" } }],
      messages: [{ role: "user", content: text }],
      output_config: { format: { type: "json_schema", schema: SCHEMA } },
    },
    options,
  );
}

function askOpenai({ openaiUrl }: ModelServer, text = "Judge it.") {
  const client = new OpenAI({ apiKey: "test", baseURL: openaiUrl, maxRetries: 0 });
  return client.chat.completions.create({
    model: MODEL,
    max_completion_tokens: 500,
    messages: [
      { role: "system", content: "You judge skills." },
      { role: "user", content: text },
    ],
    response_format: { type: "json_schema", json_schema: { name: "verdict", schema: SCHEMA } },
  });
}

test("the Anthropic SDK gets the verdict, its counts and a request id", async () => {
  const at = await serve(replyWith(VERDICT));
  const message = await askAnthropic(at);
  expect(message.content).toEqual([{ type: "text", text: JSON.stringify(VERDICT), citations: null }]);
  expect(message.stop_reason).toBe("end_turn");
  const [entry] = at.ledger;
  expect(message.usage).toMatchObject({
    input_tokens: entry?.tokens.input,
    output_tokens: entry?.tokens.output,
  });
  expect(message._request_id).toBe("req_0");
});

test("the OpenAI SDK gets the verdict and its counts", async () => {
  const at = await serve(replyWith(VERDICT, { cache: { readTokens: 3 } }));
  const completion = await askOpenai(at);
  expect(completion.choices[0]?.message.content).toBe(JSON.stringify(VERDICT));
  expect(completion.choices[0]?.finish_reason).toBe("stop");
  const [entry] = at.ledger;
  expect(entry?.tokens.cacheRead).toBe(3);
  expect(completion.usage?.prompt_tokens).toBe((entry?.tokens.input ?? 0) + 3);
  expect(completion.usage?.prompt_tokens_details?.cached_tokens).toBe(3);
});

test("what was sent is on record, and of a key only that it was there", async () => {
  const at = await serve(replyWith(VERDICT));
  await askAnthropic(at, "Is it idle?");
  await askOpenai(at, "Is it idle?");
  for (const request of at.requests) {
    expect(request).toMatchObject({
      model: MODEL,
      maxTokens: 500,
      system: "You judge skills.",
      schema: SCHEMA,
    });
    expect(request.prompt).toBe("Is it idle?");
  }
  expect(at.requests.map(({ api }) => api)).toEqual(["anthropic", "openai"]);
  expect(at.requests.map(({ headers }) => headers["authorization"])).toEqual(["present", "present"]);
});

test("a refusal stops for that reason, in either shape, and is billed", async () => {
  const at = await serve({ kind: "refusal", message: "not this one" });
  const message = await askAnthropic(at);
  expect(message).toMatchObject({ stop_reason: "refusal", content: [] });
  expect(message.stop_details?.explanation).toBe("not this one");
  expect((await askOpenai(at)).choices[0]?.message).toMatchObject({ content: null, refusal: "not this one" });
  expect(at.ledger.map(({ told }) => told)).toEqual([true, true]);
});

test.each([
  [429, Anthropic.RateLimitError, "rate_limit_error"],
  [500, Anthropic.InternalServerError, "api_error"],
  [529, Anthropic.InternalServerError, "overloaded_error"],
  [400, Anthropic.BadRequestError, "invalid_request_error"],
])("status %d is the SDK's own error and costs nothing", async (status, type, name) => {
  const at = await serve({ kind: "error", status });
  const error = await askAnthropic(at).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(type);
  expect(error).toMatchObject({ status, type: name });
  expect(await askOpenai(at).catch((thrown: unknown) => thrown)).toMatchObject({ status });
  expect(at.ledger).toEqual([]);
  expect(at.bill()).toBe("0");
});

test("retry-after reaches the client", async () => {
  const at = await serve(replyRateLimited("7"));
  const error = await askAnthropic(at).catch((thrown: unknown) => thrown);
  expect((error as InstanceType<typeof Anthropic.APIError>).headers?.get("retry-after")).toBe("7");
});

test("a cut body and a broken connection fail at the client and are billed without its knowing", async () => {
  const cut = await serve({ kind: "cut-body", text: JSON.stringify(VERDICT) });
  expect(await rejects(askAnthropic(cut))).toBe(true);
  await cut.close();
  for (const after of ["request", "headers"] as const) {
    const at = await serve({ kind: "drop", after });
    expect(await rejects(askAnthropic(at))).toBe(true);
    expect(await rejects(askOpenai(at))).toBe(true);
    expect(at.ledger.map(({ told }) => told)).toEqual([false, false]);
    expect(at.abandoned).toEqual([]);
    await at.close();
  }
});

test("silence lasts until the client goes", async () => {
  const at = await serve({ kind: "silence" });
  const abort = new AbortController();
  const asked = askAnthropic(at, "Well?", { signal: abort.signal });
  await at.received(1);
  abort.abort();
  expect(await rejects(asked)).toBe(true);
  await at.abandonedBy(1);
  expect(at.ledger[0]?.told).toBe(false);
});

test("an answer beyond the request's limit is cut there and says so", async () => {
  const at = await serve(replyHuge(100_000));
  const message = await askAnthropic(at);
  expect(message.stop_reason).toBe("max_tokens");
  expect(message.usage.output_tokens).toBe(500);
  expect((await askOpenai(at)).choices[0]?.finish_reason).toBe("length");
});

test("a fence with prose around it is sent as such", async () => {
  const at = await serve(replyFenced(VERDICT));
  const [block] = (await askAnthropic(at)).content;
  expect(block?.type === "text" && block.text).toContain("```json\n{");
});

test("a marked first part is written to the cache once and read from then on", async () => {
  const at = await serve(replyWith(VERDICT), { cacheTokensMin: 1 });
  const [first, second] = [await askAnthropic(at), await askAnthropic(at, "Another.")];
  expect(first.usage.cache_creation_input_tokens).toBeGreaterThan(0);
  expect(first.usage.cache_read_input_tokens).toBe(0);
  expect(second.usage.cache_read_input_tokens).toBe(first.usage.cache_creation_input_tokens);
  expect(second.usage.cache_creation_input_tokens).toBe(0);
});

test("counts can be missing or nonsense, and the server still knows the truth", async () => {
  const at = await serve(replyWith(VERDICT, { usage: "missing" }));
  expect((await askAnthropic(at)).usage).toBeUndefined();
  expect(at.ledger[0]?.tokens.input).toBeGreaterThan(0);
  await at.close();
  const lying = await serve(replyWith(VERDICT, { usage: { claimed: { input_tokens: -1 } } }));
  expect((await askAnthropic(lying)).usage).toMatchObject({ input_tokens: -1 });
  expect(lying.ledger[0]?.told).toBe(false);
});

test("counted by the body, the bill has every byte that came", async () => {
  const options = { countTokens: worstTokens, inputBasis: "body", overheadTokens: 1_000 } as const;
  const at = await serve(replyWith(VERDICT), options);
  await askAnthropic(at, "データ 🙂");
  const [request] = at.requests;
  expect(at.ledger[0]?.tokens.input).toBe((request?.bodyBytes ?? 0) + 1_000);
});

test("a redirect names another place", async () => {
  const at = await serve({ kind: "redirect", location: "http://127.0.0.1:9/v1/messages" });
  const response = await fetch(`${at.url}/v1/messages`, {
    method: "POST",
    redirect: "manual",
    headers: { "x-api-key": "test", "anthropic-version": "2023-06-01", "content-type": "application/json" },
    body: JSON.stringify({ model: MODEL, max_tokens: 1, messages: [{ role: "user", content: "x" }] }),
  });
  expect([response.status, response.headers.get("location")]).toEqual([
    307,
    "http://127.0.0.1:9/v1/messages",
  ]);
});

test("a call that no vendor would take is turned down before the script", async () => {
  const at = await serve(replyWith(VERDICT));
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(`${at.url}${path}`, { method: "POST", headers, body }).then(({ status }) => status);
  const good = { "x-api-key": "k", "anthropic-version": "2023-06-01", "content-type": "application/json" };
  const { "x-api-key": _key, ...keyless } = good;
  expect(await post("/v1/messages", keyless, "{}")).toBe(401);
  expect(await post("/v1/messages", good, "{")).toBe(400);
  expect(await post("/v1/messages", good, '{"model":"m","messages":[{}]}')).toBe(400);
  expect(await post("/v1/elsewhere", good, "{}")).toBe(404);
  expect(at.requests).toEqual([]);
  expect(at.faults).toHaveLength(4);
});

async function rejects(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => false,
    () => true,
  );
}
