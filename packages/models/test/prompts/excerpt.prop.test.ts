import { expect, test } from "bun:test";
import { formatSecretPlaceholder, SECRET_PLACEHOLDER_PATTERN } from "@metis-curate/core";
import { EXCERPT_CHARACTERS_MAX, excerptOf, visibleText } from "@metis-curate/models";
import fc from "fast-check";

const PIECES = fc.oneof(
  fc.constantFrom("👩🏽‍💻", "\u202E", "\r\n", "部", "a", "⟦", "⟨", "⟧", "\uD800"),
  fc.nat(999).map((serial) => formatSecretPlaceholder("1a2b3c4d", serial + 1)),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const TEXT = fc.array(PIECES, { maxLength: 120 }).map((pieces) => pieces.join(""));

test("an excerpt is a beginning of the shown text, has at most 500 code points and no broken Unicode", () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      const { text: shown, isCut } = excerptOf(text);
      expect([...shown].length).toBeLessThanOrEqual(EXCERPT_CHARACTERS_MAX);
      expect(visibleText(text).startsWith(shown)).toBe(true);
      expect(shown.isWellFormed()).toBe(true);
      expect(isCut).toBe(visibleText(text) !== shown);
    }),
  );
});

test("a placeholder is in an excerpt as a whole or not at all, wherever the cut falls", () => {
  const placeholder = formatSecretPlaceholder("1a2b3c4d", 12);
  fc.assert(
    fc.property(fc.integer({ min: 440, max: 520 }), fc.constantFrom("a", "部", "👍"), (length, filler) => {
      const { text } = excerptOf(`${filler.repeat(length)}${placeholder}${filler.repeat(100)}`);
      const rest = text.replaceAll(placeholder, "");
      expect(rest).not.toContain("⟦");
      expect([...rest.matchAll(SECRET_PLACEHOLDER_PATTERN)]).toEqual([]);
    }),
  );
});

test("a text that fits is shown whole", () => {
  expect(excerptOf("👍".repeat(500))).toEqual({ text: "👍".repeat(500), isCut: false });
  expect(excerptOf("👍".repeat(501))).toEqual({ text: "👍".repeat(500), isCut: true });
});

test("a bracket that closes nothing cuts nothing off", () => {
  const { text } = excerptOf(`${"a".repeat(490)}⟦${"b".repeat(900)}`);
  expect([...text]).toHaveLength(500);
});
