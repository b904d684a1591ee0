import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { visibleLine, visibleText } from "../../../src/dashboard/text/visible-text.ts";

const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc
    .array(fc.constantFrom("\u202e", "\u0000", "\ufeff", "\u200b", "\ud800", "a", "\n", "\t", "\r\n", "é"))
    .map((parts) => parts.join("")),
);

describe("visibleText", () => {
  test("leaves nothing hidden but tab and newline, is well formed, and changes nothing the second time", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = visibleText(text);
        expect(HIDDEN.test(shown.replaceAll(/[\n\t]/g, ""))).toBe(false);
        expect(shown.isWellFormed()).toBe(true);
        expect(visibleText(shown)).toBe(shown);
      }),
    );
  });

  test("keeps every character a reader sees", () => {
    const plain = "Zoë & <b>日本語</b> 👩‍👩‍👧 \"quoted\" 'single' ñ\u0301";
    expect(visibleText(plain)).toBe(plain);
  });

  test.each([
    ["\u202egnp.exe", "⟨U+202E⟩gnp.exe"],
    ["a\u{e0041}b", "a⟨U+E0041⟩b"],
    ["a\u0007b\u0000", "a⟨U+0007⟩b⟨U+0000⟩"],
    ["a\r\nb\rc", "a\nb⟨U+000D⟩c"],
    ["\ud800", "\ufffd"],
  ])("writes out %j", (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  test("a line stays one line", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visibleLine(text)).not.toMatch(/[\n\t]/);
      }),
    );
  });
});
