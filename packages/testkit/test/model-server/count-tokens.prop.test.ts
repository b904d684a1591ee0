import { expect, test } from "bun:test";
import { billOf, typicalTokens, worstTokens } from "@metis-curate/testkit";
import fc from "fast-check";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.stringMatching(/^[a-z ]{0,200}$/),
  fc.constantFrom("日本語のテキスト", "👩‍👩‍👧‍👦🙂", "const x = a?.b ?? [...c];", "\u0000\n\t\t\t"),
);

test("a typical count never passes the bytes of a text", () => {
  fc.assert(
    fc.property(text, (sample) => {
      expect(typicalTokens(sample)).toBeLessThanOrEqual(worstTokens(sample));
    }),
  );
});

test("kinds of text differ in their counts", () => {
  const perByte = (sample: string) => typicalTokens(sample) / worstTokens(sample);
  const kinds = ["plain english words only", "日本語のテキスト", "🙂🙂🙂", "{[(x)=>y]};"].map(perByte);
  expect(new Set(kinds).size).toBe(kinds.length);
});

test("a bill is exact: a million calls of one input token cost one million times its price", () => {
  const tokens = { input: 1, output: 0, cacheRead: 1, cacheWrite: 0 };
  const entry = { request: 0, model: "m", tokens, told: true };
  const price = { input: "0.123456789012", output: "0", cacheRead: "0.1", cacheWrite: "0" };
  const entries = Array.from({ length: 1_000_000 }, () => entry);
  expect(billOf(entries, { m: price })).toBe("0.223456789012");
});

test("a model without a price has no bill", () => {
  const tokens = { input: 1, output: 0, cacheRead: 0, cacheWrite: 0 };
  expect(() => billOf([{ request: 0, model: "constructor", tokens, told: true }])).toThrow(RangeError);
});
