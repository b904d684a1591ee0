import { expect, test } from "bun:test";
import type { ConfiguredModel } from "@metis-curate/core";
import { createModel } from "@metis-curate/models";
import { replyWith } from "@metis-curate/testkit";
import { archiveDossier } from "../support/dossiers.ts";
import { serve } from "../support/servers.ts";
import { TEST_KEY } from "../support/vendors.ts";

const LOCAL = "http://localhost:11434/v1";

/** Why there is no model. */
function messageOf(chosen: ConfiguredModel): string {
  if (chosen.kind === "model") throw new Error("there is a model");
  return chosen.message;
}

test("rules need nothing", () => {
  expect(createModel("rules", {})).toMatchObject({ kind: "model", model: { id: "rules", free: true } });
});

test.each([
  ["anthropic:claude-haiku-4-5", { ANTHROPIC_API_KEY: TEST_KEY }, null],
  ["openai:gpt-5-mini", { OPENAI_API_KEY: TEST_KEY }, null],
  ["openai-compatible:qwen3:8b", {}, LOCAL],
])("%s is a model that costs", (id, env, baseUrl) => {
  expect(createModel(id, env, { baseUrl })).toMatchObject({ kind: "model", model: { id, free: false } });
});

test.each([
  ["anthropic:claude-haiku-4-5", "ANTHROPIC_API_KEY"],
  ["openai:gpt-5", "OPENAI_API_KEY"],
])("%s without %s is refused in one line that names it and the way without", (id, name) => {
  for (const env of [{}, { [name]: "" }, { [name]: "  \n" }]) {
    const message = messageOf(createModel(id, env));
    expect(message).toContain(name);
    expect(message).toContain("--model rules");
  }
});

test("a key of another provider does not count, nor one that lies in a prototype", () => {
  const env: Record<string, string> = Object.create({ ANTHROPIC_API_KEY: TEST_KEY });
  env["OPENAI_API_KEY"] = TEST_KEY;
  expect(createModel("anthropic:claude-haiku-4-5", env)).toMatchObject({ kind: "none" });
});

test("a key that cannot be a header is refused without being shown", () => {
  for (const key of ["bad\nkey-x", "bad key-x", "schlüssel-x"]) {
    const message = messageOf(createModel("anthropic:claude-haiku-4-5", { ANTHROPIC_API_KEY: key }));
    expect(message).toContain("ANTHROPIC_API_KEY");
    expect(message).not.toContain("-x");
  }
});

test("a compatible server needs an address", () => {
  expect(createModel("openai-compatible:llama3.1", {})).toMatchObject({
    kind: "none",
    message: expect.stringContaining("set curator.base_url"),
  });
});

test("an address that cannot be used is said", () => {
  expect(createModel("openai-compatible:m", {}, { baseUrl: "http://example.com" })).toMatchObject({
    kind: "none",
    message: expect.stringContaining("use https"),
  });
});

test.each(["", "x", "nobody:x", "anthropic:", "rules:x", ":x", "constructor:x"])("%p is no model", (id) => {
  expect(createModel(id, { ANTHROPIC_API_KEY: TEST_KEY })).toMatchObject({
    kind: "none",
    message: expect.stringContaining("unknown model"),
  });
});

test("the key of the environment and the configured address are used, without blanks around them", async () => {
  const server = await serve(replyWith({ action: "keep", reason: "r" }), { keyRequired: true });
  const bearers: (string | null)[] = [];
  const fetch = (url: string, init: RequestInit) => {
    bearers.push(new Headers(init.headers).get("authorization"));
    return globalThis.fetch(url, init);
  };
  const ids = [
    ["anthropic:claude-haiku-4-5", "ANTHROPIC_API_KEY", server.url],
    ["openai:gpt-5-mini", "OPENAI_API_KEY", server.openaiUrl],
    ["openai-compatible:x", "OPENAI_COMPATIBLE_API_KEY", server.openaiUrl],
  ] as const;
  for (const [id, name, baseUrl] of ids) {
    const chosen = createModel(id, { [name]: ` ${TEST_KEY}\n` }, { baseUrl, fetch });
    if (chosen.kind === "none") throw new Error(chosen.message);
    expect(await chosen.model.ask({ purpose: "archive", dossier: archiveDossier() })).toMatchObject({
      kind: "answer",
    });
  }
  expect(bearers).toEqual(ids.map(() => `Bearer ${TEST_KEY}`));
  expect(server.requests.map(({ model }) => model)).toEqual(["claude-haiku-4-5", "gpt-5-mini", "x"]);
});
