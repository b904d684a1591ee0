import { expect, test } from "bun:test";
import { overlap, tokenize } from "@metis-curate/core";

const words = (text: string): readonly string[] => Array.from(tokenize(text));

test("words are lower-cased, split on punctuation and freed of stop words", () => {
  expect(words("Use the Code-Review, for a PR_42!")).toEqual(["code", "review", "pr", "42"]);
});

test("every stop word of the contract drops out, and no other", () => {
  expect(words("a an and for from in into is of on or the this to use when with")).toEqual([]);
  expect(words("that users")).toEqual(["that", "users"]);
});

test("compatibility forms and accents are normalised", () => {
  expect(words("ＦＵＬＬ ﬁle")).toEqual(["full", "file"]);
  expect(words("cafe\u0301")).toEqual(words("café"));
});

test("marks stay with their letters", () => {
  expect(words("हिन्दी भाषा")).toEqual(["हिन्दी", "भाषा"]);
});

test("CJK runs become bigrams, single letters themselves, beside other scripts", () => {
  expect(words("代码审查")).toEqual(["代码", "码审", "审查"]);
  expect(words("书 API使用 カナー")).toEqual(["书", "api", "使用", "カナ", "ナー"]);
});

test("overlap is taken of the shorter set and is 0 for an empty one", () => {
  expect(overlap(tokenize("code review python"), tokenize("python code review old"))).toBe(1);
  expect(overlap(tokenize("x y z p q"), tokenize("x y z r s"))).toBe(0.6);
  expect(overlap(tokenize("the"), tokenize("anything"))).toBe(0);
});
