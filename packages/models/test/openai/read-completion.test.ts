import { expect, test } from "bun:test";
import { readCompletion } from "../../src/openai/read-completion.ts";

const USAGE = { prompt_tokens: 100, completion_tokens: 20 };

function completion(message: object, rest: object = {}, usage: object = USAGE): object {
  return { choices: [{ index: 0, finish_reason: "stop", message, ...rest }], usage };
}

test("thoughts before the answer are not the answer", () => {
  const text = '<think>\nLet me see {"action":"x"}\n</think>\n\n{"action":"keep","reason":"r"}';
  expect(readCompletion(completion({ content: text }))).toMatchObject({
    text: '{"action":"keep","reason":"r"}',
  });
});

test("parts of a content are joined", () => {
  expect(
    readCompletion(completion({ content: [{ type: "text", text: "{" }, { text: "}" }, 7] })),
  ).toMatchObject({
    text: "{}",
  });
});

test("a stop by the content filter is a refusal", () => {
  expect(readCompletion(completion({ content: "" }, { finish_reason: "content_filter" }))).toMatchObject({
    kind: "refused",
    usage: { inputTokens: 100, outputTokens: 20 },
  });
});

test("no content is an empty answer", () => {
  expect(readCompletion(completion({ content: null }))).toMatchObject({ kind: "answer", text: "" });
});

test("cached tokens are taken out of the prompt's, written ones are plain input", () => {
  const usage = { ...USAGE, prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 } };
  expect(readCompletion(completion({ content: "{}" }, {}, usage))).toMatchObject({
    usage: { inputTokens: 40, cachedInputTokens: 60, cacheCreationInputTokens: 0 },
  });
});

test.each([{ cached_tokens: 101 }, { cached_tokens: -1 }, { cached_tokens: "many" }])(
  "cached tokens that cannot be are no counts: %j",
  (details) => {
    const answer = readCompletion(
      completion({ content: "{}" }, {}, { ...USAGE, prompt_tokens_details: details }),
    );
    if (answer?.kind !== "answer") throw new Error("no answer");
    expect(answer.usage.inputTokens).toBeNaN();
  },
);

test.each(
  [
    null,
    [],
    {},
    { choices: [] },
    { choices: [null] },
    { choices: [{}] },
    { choices: [{ message: "hi" }] },
  ].map((response) => ({ response })),
)("foreign data %# is no completion", ({ response }) => {
  expect(readCompletion(response)).toBeNull();
});
