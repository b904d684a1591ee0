import { expect, test } from "bun:test";
import { REDACTED_CHARACTERS_MAX, redactRationale } from "../../src/curator/rationale.ts";

const secrets = { findSecrets: async () => [] };

test("what a pattern finds is replaced, the rest stays", async () => {
  expect(await redactRationale("ask bob at acme", ["\\bbob\\b", "acme"], secrets)).toEqual({
    text: "ask [redacted] at [redacted]",
    redacted: true,
  });
  expect(await redactRationale("nothing here", ["bob"], secrets)).toEqual({
    text: "nothing here",
    redacted: false,
  });
});

test("with patterns a long text is replaced whole, without any it stays", async () => {
  const long = "a".repeat(REDACTED_CHARACTERS_MAX + 1);
  expect(await redactRationale(long, ["b"], secrets)).toEqual({ text: "[redacted]", redacted: true });
  expect(await redactRationale(long, [], secrets)).toEqual({ text: long, redacted: false });
});
