import { expect, test } from "bun:test";
import { chooseModel } from "../../src/wire/choose-model.ts";

test("the model of the configuration is made with the key of the environment", () => {
  const env = { ANTHROPIC_API_KEY: "test-key-of-some-length" };
  expect(chooseModel("anthropic:claude-haiku-4-5", env)).toMatchObject({
    kind: "model",
    model: { id: "anthropic:claude-haiku-4-5", free: false },
  });
  expect(chooseModel("rules", {})).toMatchObject({ kind: "model", model: { free: true } });
});

test("without a key there is one line that names it and the way without", () => {
  expect(chooseModel("anthropic:claude-haiku-4-5", {})).toEqual({
    kind: "none",
    id: "anthropic:claude-haiku-4-5",
    message:
      "no key for model anthropic:claude-haiku-4-5: set ANTHROPIC_API_KEY, or use --model rules, which needs none",
  });
});

test("a local server is found by the configured address alone", () => {
  const env = { OPENAI_BASE_URL: "http://localhost:1/v1" };
  expect(chooseModel("openai-compatible:llama3.1", env)).toMatchObject({ kind: "none" });
  expect(chooseModel("openai-compatible:llama3.1", env, "http://localhost:11434/v1")).toMatchObject({
    kind: "model",
    model: { id: "openai-compatible:llama3.1" },
  });
});
