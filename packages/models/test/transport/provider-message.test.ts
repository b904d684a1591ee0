import { expect, test } from "bun:test";
import { providerMessage } from "../../src/transport/provider-message.ts";

test.each([
  ['{"type":"error","error":{"type":"x","message":"Anthropic says"}}', "Anthropic says"],
  ['{"error":{"message":"OpenAI says","code":"c"}}', "OpenAI says"],
  ['{"error":"Ollama says"}', "Ollama says"],
  ['{"object":"error","message":"vLLM says"}', "vLLM says"],
  ['{"detail":"FastAPI says"}', "FastAPI says"],
  ['{"error":{"message":"two\\nlines\\u001b[0m"}}', "two lines[0m"],
  ["<html>500</html>", ""],
  ["", ""],
  ["[]", ""],
  ['{"error":{"message":7}}', ""],
])("%s", (body, message) => {
  expect(providerMessage(body, null)).toBe(message);
});

test("a long message is cut", () => {
  const message = providerMessage(JSON.stringify({ error: "é".repeat(10_000) }), null);
  expect([...message]).toHaveLength(201);
});
