import { expect, test } from "bun:test";
import { readMessage } from "../../src/anthropic/read-message.ts";

const USAGE = { input_tokens: 100, output_tokens: 20 };

function message(rest: object): object {
  return {
    type: "message",
    content: [{ type: "text", text: "{}" }],
    stop_reason: "end_turn",
    usage: USAGE,
    ...rest,
  };
}

test("only text blocks are the answer", () => {
  const content = [
    { type: "thinking", thinking: "hm" },
    { type: "text", text: "{" },
    null,
    { type: "text", text: "}" },
  ];
  expect(readMessage(message({ content }))).toMatchObject({ text: "{}", truncated: false });
});

test.each(["max_tokens", "model_context_window_exceeded", "pause_turn"])(
  "%s leaves the answer truncated",
  (reason) => {
    expect(readMessage(message({ stop_reason: reason }))).toMatchObject({ truncated: true });
  },
);

test("the four counts are taken as they are", () => {
  const usage = { ...USAGE, cache_read_input_tokens: 7, cache_creation_input_tokens: 9 };
  expect(readMessage(message({ usage }))).toMatchObject({
    usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 7, cacheCreationInputTokens: 9 },
  });
});

test("counts of a cache that is not used may be null", () => {
  const usage = { ...USAGE, cache_read_input_tokens: null, cache_creation_input_tokens: null };
  expect(readMessage(message({ usage }))).toMatchObject({
    usage: { cachedInputTokens: 0, cacheCreationInputTokens: 0 },
  });
});

test("a refusal without a reason is one all the same", () => {
  expect(readMessage(message({ stop_reason: "refusal", content: [] }))).toMatchObject({
    kind: "refused",
    message: "the model refused to answer",
    usage: { inputTokens: 100 },
  });
});

test.each(
  [null, "text", [], {}, { content: "text" }, { type: "error", error: {}, content: [] }].map((response) => ({
    response,
  })),
)("foreign data %# is no message", ({ response }) => {
  expect(readMessage(response)).toBeNull();
});
