import { expect, test } from "bun:test";
import fc from "fast-check";
import { formatTable } from "../../src/text/format-table.ts";
import { textWidth, wrapText } from "../../src/text/text-width.ts";

const plain = (text: string): string => text;
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.stringMatching(/^[漢字かな👍 a-z-]{0,60}$/u),
  fc.string({ unit: "binary", maxLength: 30 }),
);

test("no line of a table is wider than it may be", () => {
  const rows = fc.array(fc.tuple(text, text, text), { maxLength: 4 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 40, max: 120 }), (cells, width) => {
      const columns = [{ header: "name" }, { header: "count", align: "right" as const }, { header: "why" }];
      const table = formatTable(
        columns,
        cells.map((row) => row.map((cell) => ({ text: cell }))),
        width,
        plain,
      );
      for (const line of table) expect(textWidth(line)).toBeLessThanOrEqual(width);
    }),
    { numRuns: 60 },
  );
});

test("wrapping loses nothing but blanks", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 40 }), (source, width) => {
      const strip = (value: string): string => value.replaceAll(" ", "");
      expect(strip(wrapText(source, width).join(""))).toBe(strip(source));
    }),
    { numRuns: 60 },
  );
});
