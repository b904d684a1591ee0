import { expect, test } from "bun:test";
import fc from "fast-check";
import { formatJson, safeLines, safeText } from "../../src/text/safe-text.ts";
import { HOSTILE, HOSTILE_CHARACTERS } from "../support/reports.ts";

const FORBIDDEN =
  /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const hostile = fc.string({ unit: "binary" });
const examples: [string][] = [[HOSTILE], ["a\r\nb\tc"], ["\ud800"], ["\u{e0041}"]];

test("nothing a terminal obeys is left", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(FORBIDDEN.test(safeText(text))).toBe(false);
      expect(FORBIDDEN.test(safeLines(text).replaceAll("\n", ""))).toBe(false);
    }),
    { examples },
  );
});

test("safe text stays as it is", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(safeText(safeText(text))).toBe(safeText(text));
    }),
    { examples },
  );
});

test("JSON keeps every value and holds nothing a terminal obeys", () => {
  fc.assert(
    fc.property(fc.dictionary(hostile, fc.oneof(hostile, fc.integer(), fc.constant(null))), (value) => {
      const json = formatJson(value);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(FORBIDDEN.test(json.replaceAll("\n", ""))).toBe(false);
    }),
  );
});

test("the hostile sample is shown, not obeyed", () => {
  expect(safeText(HOSTILE)).toContain("evil\\u{1b}[2J");
  expect(HOSTILE_CHARACTERS.test(safeText(HOSTILE))).toBe(false);
});
