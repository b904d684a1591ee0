import { describe, expect, test } from "bun:test";
import type { EmbedAnswer } from "@metis-curate/core";
import { openAiEmbedder } from "@metis-curate/models";
import {
  type EmbeddingReply,
  type EmbeddingServer,
  embeddingServer,
  vectorOf,
  vectorsFor,
} from "../support/embedding-server.ts";
import { TEST_KEY } from "../support/vendors.ts";

const waits: number[] = [];

function embedderOf({ baseUrl }: Pick<EmbeddingServer, "baseUrl">, apiKey: string | null = null) {
  waits.length = 0;
  return openAiEmbedder({
    model: "local-embed",
    baseUrl,
    apiKey,
    timeoutMs: 120_000,
    wait: async (ms) => {
      waits.push(ms);
    },
  });
}

function messageOf(answer: EmbedAnswer): string {
  return answer.kind === "unavailable" ? answer.message : "";
}

const json = (value: unknown): EmbeddingReply => ({ body: JSON.stringify(value) });

describe("an answering server", () => {
  test("one vector per text, of length 1, in the order of the texts", async () => {
    const server = await embeddingServer((request) => {
      const { data } = JSON.parse(vectorsFor(request).body);
      return json({ data: data.reverse() });
    });
    const answer = await embedderOf(server).embed(["a", "three words here"], "document");
    const [x = 0, y = 0] = vectorOf("three words here");
    const length = Math.hypot(x, y);
    expect(answer.kind === "vectors" ? answer.vectors.map((vector) => [...vector]) : answer).toEqual([
      [expect.closeTo(Math.SQRT1_2, 5), expect.closeTo(Math.SQRT1_2, 5)],
      [expect.closeTo(x / length, 5), expect.closeTo(y / length, 5)],
    ]);
    expect(server.requests.map(({ path, body }) => [path, body.model, body.encoding_format])).toEqual([
      ["/v1/embeddings", "local-embed", "float"],
    ]);
  });

  test("many texts are asked for in several requests", async () => {
    const server = await embeddingServer(vectorsFor);
    const texts = Array.from({ length: 150 }, (_, index) => `text ${"x".repeat(index)}`);
    const answer = await embedderOf(server).embed(texts, "document");
    expect(answer).toMatchObject({ kind: "vectors", vectors: { length: 150 } });
    expect(server.requests.flatMap(({ body }) => body.input)).toEqual(texts);
    expect(server.requests.length).toBe(3);
  });

  test("no text asks nobody", async () => {
    const server = await embeddingServer(vectorsFor);
    expect(await embedderOf(server).embed([], "query")).toEqual({ kind: "vectors", vectors: [] });
    expect(server.requests).toEqual([]);
  });

  test("an empty text and half a surrogate pair are sent as something that a server can read", async () => {
    const server = await embeddingServer(vectorsFor);
    const answer = await embedderOf(server).embed([" \n", "a\ud800b"], "document");
    expect(answer.kind).toBe("vectors");
    expect(server.requests[0]?.body.input).toEqual(["-", "a\ufffdb"]);
  });

  test("an address without a path means the API below /v1", async () => {
    const server = await embeddingServer(vectorsFor);
    expect((await embedderOf({ baseUrl: `${server.origin}/` }).embed(["a"], "query")).kind).toBe("vectors");
    expect(server.requests[0]?.path).toBe("/v1/embeddings");
  });

  test("the key is sent when there is one, and nothing of the environment", async () => {
    const server = await embeddingServer(vectorsFor);
    const saved = process.env["OPENAI_ORG_ID"];
    process.env["OPENAI_ORG_ID"] = "another-org";
    try {
      await embedderOf(server, TEST_KEY).embed(["a"], "query");
      await embedderOf(server).embed(["a"], "query");
    } finally {
      if (saved === undefined) delete process.env["OPENAI_ORG_ID"];
      else process.env["OPENAI_ORG_ID"] = saved;
    }
    const headers = server.requests.map((request) => request.headers);
    expect(headers.map(({ authorization }) => authorization)).toEqual([`Bearer ${TEST_KEY}`, undefined]);
    expect(headers.some((each) => "openai-organization" in each)).toBe(false);
  });
});

describe("a server in trouble", () => {
  test("a rate limit is waited for as long as it says when skills are embedded", async () => {
    const busy = { status: 429, headers: { "retry-after": "2" }, body: "{}" };
    const server = await embeddingServer((request, index) => (index < 2 ? busy : vectorsFor(request)));
    expect((await embedderOf(server).embed(["a"], "document")).kind).toBe("vectors");
    expect(waits).toEqual([2_000, 2_000]);
  });

  test.each([429, 500, 503])("status %d does not keep a task waiting", async (status) => {
    const server = await embeddingServer(() => ({ status, body: "{}" }));
    const answer = await embedderOf(server).embed(["a"], "query");
    expect(messageOf(answer)).toContain(`(${status})`);
    expect(messageOf(answer)).toContain("matched by words");
    expect(server.requests.length).toBe(1);
  });

  test("a rate limit of an hour is not waited for", async () => {
    const server = await embeddingServer(() => ({
      status: 429,
      headers: { "retry-after": "3600" },
      body: "{}",
    }));
    expect((await embedderOf(server).embed(["a"], "document")).kind).toBe("unavailable");
    expect(waits).toEqual([]);
  });

  test("a server that keeps failing is given up after three requests", async () => {
    const server = await embeddingServer(() => ({ status: 500, body: "oops" }));
    expect((await embedderOf(server).embed(["a"], "document")).kind).toBe("unavailable");
    expect(server.requests.length).toBe(3);
  });

  test.each<[string, string]>([
    ["HTML", "<html>hello</html>"],
    ["nothing", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["no data", "{}"],
    ["data of another kind", '{"data": {"embedding": [1]}}'],
    ["data of nulls", '{"data": [null]}'],
    ["no vector", '{"data": [{"index": 0, "embedding": null}]}'],
    ["an empty vector", '{"data": [{"index": 0, "embedding": []}]}'],
    ["a vector of texts", '{"data": [{"index": 0, "embedding": ["1", "2"]}]}'],
    ["a vector with a null", '{"data": [{"index": 0, "embedding": [1, null]}]}'],
    ["a number beyond 32 bits", '{"data": [{"index": 0, "embedding": [1e300, 1]}]}'],
    ["too many vectors", '{"data": [{"embedding": [1]}, {"embedding": [1]}]}'],
    ["no vectors", '{"data": []}'],
  ])("%s is an answer without vectors", async (_, body) => {
    const server = await embeddingServer(() => ({ body }));
    const answer = await embedderOf(server).embed(["a"], "query");
    expect(messageOf(answer)).toMatch(/^(?:embedder )?openai-compatible:local-embed\b.*matched by words$/);
  });

  test("vectors of different lengths in one answer are none", async () => {
    const server = await embeddingServer(() => json({ data: [{ embedding: [1, 2] }, { embedding: [1] }] }));
    const answer = await embedderOf(server).embed(["a", "b"], "document");
    expect(messageOf(answer)).toContain("a vector of 1 dimensions beside 2");
  });

  test("a server that changes the dimension from one request to the next is not believed", async () => {
    const server = await embeddingServer((_, index) =>
      json({ data: [{ embedding: Array(2 + index).fill(1) }] }),
    );
    const embedder = embedderOf(server);
    expect((await embedder.embed(["a"], "query")).kind).toBe("vectors");
    expect(messageOf(await embedder.embed(["a"], "query"))).toContain("a vector of 3 dimensions beside 2");
  });

  test("a refused key is named by its variable and never shown", async () => {
    const server = await embeddingServer(() => ({
      status: 401,
      body: `{"error":{"message":"${TEST_KEY}"}}`,
    }));
    const message = messageOf(await embedderOf(server, TEST_KEY).embed(["a"], "query"));
    expect(message).toContain("OPENAI_COMPATIBLE_API_KEY");
    expect(message).not.toContain(TEST_KEY.slice(0, 20));
  });

  test("an unknown model points to the settings of matching", async () => {
    const server = await embeddingServer(() => ({ status: 404, body: "{}" }));
    const message = messageOf(await embedderOf(server).embed(["a"], "query"));
    expect(message).toContain("matching.embedder and matching.embedder_base_url");
  });

  test("a redirect is not followed", async () => {
    const server = await embeddingServer(() => ({
      status: 302,
      headers: { location: "http://127.0.0.1:1/" },
      body: "",
    }));
    expect(messageOf(await embedderOf(server).embed(["a"], "query"))).toContain("redirect");
  });

  test("nobody listening is an answer without vectors", async () => {
    const answer = await embedderOf({ baseUrl: "http://127.0.0.1:1/v1" }).embed(["a"], "query");
    expect(messageOf(answer)).toContain("cannot reach http://127.0.0.1:1");
  });

  test("silence ends with the time-out", async () => {
    const server = await embeddingServer(() => null);
    const embedder = openAiEmbedder({ model: "m", baseUrl: server.baseUrl, apiKey: null, timeoutMs: 50 });
    expect(messageOf(await embedder.embed(["a"], "query"))).toContain("no answer within 1 s");
  });

  test("the caller ends a request", async () => {
    const controller = new AbortController();
    const server = await embeddingServer(() => {
      controller.abort();
      return null;
    });
    const answer = await embedderOf(server).embed(["a"], "document", controller.signal);
    expect(messageOf(answer)).toContain("cancelled");
    expect(server.requests.length).toBe(1);
  });
});
