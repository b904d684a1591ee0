import { expect, test } from "bun:test";
import { createEmbedder } from "@metis-curate/models";
import { embeddingServer, vectorsFor } from "../support/embedding-server.ts";
import { TEST_KEY } from "../support/vendors.ts";

test.each([
  ["use-lite", "use-lite"],
  ["transformers", "transformers:paraphrase-multilingual-MiniLM-L12-v2"],
  ["transformers:", "transformers:paraphrase-multilingual-MiniLM-L12-v2"],
  ["transformers:me/mine", "transformers:me/mine"],
])("%s is an embedder", (id, expected) => {
  expect(createEmbedder(id, {})).toMatchObject({ kind: "embedder", embedder: { id: expected } });
});

test("lexical is none, and nothing to explain", () => {
  expect(createEmbedder("lexical", {})).toEqual({ kind: "none", id: "lexical", message: null });
});

test.each([
  ["use-heavy", null, "unknown"],
  ["", null, "unknown"],
  ["openai-compatible:", "http://localhost:1/v1", "names no model"],
  ["openai-compatible:m", null, "set matching.embedder_base_url"],
  ["openai-compatible:m", "ftp://localhost/v1", "matching.embedder_base_url is no http or https address"],
  ["openai-compatible:m", "http://example.com/v1", "matching.embedder_base_url would send"],
])("%s with the address %s is none, with the reason", (id, baseUrl, reason) => {
  expect(createEmbedder(id, {}, { baseUrl })).toMatchObject({
    kind: "none",
    id,
    message: expect.stringContaining(reason),
  });
});

test("a key that cannot be sent is none, and is not shown", () => {
  const options = { baseUrl: "http://localhost:1/v1" };
  const chosen = createEmbedder("openai-compatible:m", { OPENAI_COMPATIBLE_API_KEY: "sk-ü" }, options);
  expect(chosen).toMatchObject({
    kind: "none",
    message: expect.stringContaining("OPENAI_COMPATIBLE_API_KEY"),
  });
  expect(JSON.stringify(chosen)).not.toContain("sk-ü");
});

test("a server's model keeps its colons, and gets the key of the environment given", async () => {
  const server = await embeddingServer(vectorsFor);
  const env = { OPENAI_COMPATIBLE_API_KEY: ` ${TEST_KEY}\n` };
  const chosen = createEmbedder("openai-compatible:nomic:v1.5", env, { baseUrl: server.baseUrl });
  if (chosen.kind === "none") throw new Error("expected an embedder");
  expect((await chosen.embedder.embed(["a"], "query")).kind).toBe("vectors");
  expect(server.requests.map(({ body, headers }) => [body.model, headers.authorization])).toEqual([
    ["nomic:v1.5", `Bearer ${TEST_KEY}`],
  ]);
});
