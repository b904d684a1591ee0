import { expect, test } from "bun:test";
import fc from "fast-check";
import { scrubKey, withoutKey } from "../../src/transport/scrub-key.ts";

const KEY = fc
  .array(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"), {
    minLength: 16,
    maxLength: 60,
  })
  .map((characters) => characters.join(""));

test("no eight characters in a row of a key are left in a message", () => {
  fc.assert(
    fc.property(KEY, fc.string(), fc.string(), fc.nat(8), fc.boolean(), (key, before, after, cut, upper) => {
      const part = key.slice(cut);
      const text = scrubKey(`${before}${upper ? part.toUpperCase() : part}${after}${key}`, key).toLowerCase();
      for (let at = 0; at + 8 <= key.length; at++) {
        expect(text).not.toContain(key.slice(at, at + 8).toLowerCase());
      }
    }),
  );
});

test("other text stays", () => {
  expect(scrubKey("max_tokens: must be at least 1", "sk-ant-api03-Zk7Qw9Lm2Xv4")).toBe(
    "max_tokens: must be at least 1",
  );
  expect(scrubKey("no key here", null)).toBe("no key here");
});

test("what looks like another key is hidden too", () => {
  expect(scrubKey("Incorrect API key provided: sk-proj-*****abcd.", null)).not.toContain("abcd");
});

test("an answer loses the whole key only", () => {
  expect(withoutKey("a KEYKEYKEYKEY b", "KEYKEYKEYKEY")).toBe("a [key] b");
  expect(withoutKey("a short b", "a")).toBe("a short b");
});

test("characters that change their length in lower case move nothing", () => {
  expect(scrubKey("İİİ abcdefghijkl end", "ABCDEFGHIJKL")).toBe("İİİ [key] end");
});

test("words with key- are no keys", () => {
  expect(scrubKey("a key-value store", null)).toBe("a key-value store");
});
