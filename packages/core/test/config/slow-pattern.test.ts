import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isSlowPattern } from "../../src/config/slow-pattern.ts";

describe("patterns that a text can stall", () => {
  test.each([
    "(a+)+$",
    "(a*)*b",
    "(?:a+)*b",
    "(a|a)+$",
    "(a|ab)*c",
    "(?:\\w|\\d)+x",
    "([a-z]+){2,}$",
    "(a?b?)+$",
    "(?<x>a+)+$",
    "((a)+)+$",
    "(a{1,30}){1,30}$",
    ".*.*.*x",
    "\\S+@\\S+\\.\\S+x",
    "x(?=(a+)+)",
  ])("%s is one", (pattern) => {
    expect(isSlowPattern(pattern)).toBe(true);
  });
});

describe("patterns that people write", () => {
  test.each([
    "sk-[A-Za-z0-9]{20,}",
    "AKIA[0-9A-Z]{16}",
    "ghp_[A-Za-z0-9]{36}",
    "[\\w.+-]+@[\\w-]+\\.[\\w.]+",
    "\\b\\d{3}-\\d{2}-\\d{4}\\b",
    "(?:\\d{4}[- ]?){3}\\d{4}",
    "https?://internal\\.[^\\s]+",
    "(?:foo|bar)+",
    "(?:acme|initech)-\\d+",
    "-----BEGIN [A-Z ]+-----[\\s\\S]*?-----END",
    "(?<=token=)\\w+",
    "project-(?:alpha|beta|gamma)",
    "\\p{Lu}+\\d*",
    "[^\\]\\\\]+x",
    "a{3}b{2,4}",
  ])("%s is none", (pattern) => {
    expect(isSlowPattern(pattern)).toBe(false);
  });
});

test("any pattern is read to its end", () => {
  const piece = fc.constantFrom(
    "(",
    ")",
    "(?:",
    "(?<a>",
    "[",
    "]",
    "[^",
    "\\",
    "\\p{L}",
    "a",
    "é",
    "😀",
    "|",
    "*",
    "+",
    "?",
    "{2}",
    "{2,}",
    "{",
    ".",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(isSlowPattern(pieces.join(""))).toBeBoolean();
    }),
    { numRuns: 2_000 },
  );
});
