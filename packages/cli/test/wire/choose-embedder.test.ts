import { expect, test } from "bun:test";
import { DEFAULT_MATCHING } from "@metis-curate/core";
import { chooseEmbedder } from "../../src/wire/choose-embedder.ts";

test("the default is the embedder that needs no network", () => {
  expect(chooseEmbedder(DEFAULT_MATCHING, {})).toMatchObject({
    kind: "embedder",
    embedder: { id: "use-lite" },
  });
});

test("a server's embedder takes its address from the configuration alone", () => {
  const embedder = "openai-compatible:nomic";
  const env = { OPENAI_BASE_URL: "http://localhost:1/v1" };
  expect(chooseEmbedder({ embedder, embedder_base_url: null }, env)).toMatchObject({
    kind: "none",
    message: expect.stringContaining("set matching.embedder_base_url"),
  });
  const embedder_base_url = "http://localhost:2/v1";
  expect(chooseEmbedder({ embedder, embedder_base_url }, env)).toMatchObject({ kind: "embedder" });
});
