import { expect, test } from "bun:test";
import fc from "fast-check";
import { type FrontmatterMap, parseFrontmatter } from "../../src/skills/frontmatter-yaml.ts";
import { keyOf, textOf } from "../../src/skills/scalar-text.ts";
import { parseSimpleFrontmatter } from "../../src/skills/simple-frontmatter.ts";

function outline(frontmatter: FrontmatterMap): unknown {
  return frontmatter.map.items.map((pair) => {
    const value = textOf(frontmatter, pair.value);
    const position = value.kind === "absent" ? null : frontmatter.positionOf(value.node);
    return { key: keyOf(pair), text: value.kind === "text" ? value.text : value.kind, position };
  });
}

const KEYS = ["name", "description", "version", "a-b", "A_1", "null", "é", "1"];
const PARTS = [
  "word",
  " ",
  "  ",
  ":",
  ": ",
  " #",
  "#",
  "'",
  '"',
  "\\",
  "`",
  "@",
  "%",
  "&a",
  "*a",
  "!",
  "-",
  "- ",
  "?",
  "[",
  "]",
  "{",
  "}",
  ",",
  ">",
  "|",
  "null",
  "~",
  "1.0",
  "2026-01-01",
  "é",
  "😀",
  "\t",
  "\u00a0",
  "\u0085",
  "\ufeff",
  "\u200b",
  "\0",
  "...",
];

test("a simple frontmatter reads as the whole parser reads it", () => {
  const value = fc
    .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(""));
  const quoted = fc.oneof(
    value.map((text) => `"${text}"`),
    value.map((text) => `'${text}'`),
  );
  const plain = value.map((text) => `w${text}`);
  const line = fc
    .tuple(fc.constantFrom(...KEYS), fc.constantFrom(": ", ":  ", ":", " : "), fc.oneof(plain, quoted, value))
    .map((parts) => parts.join(""));
  let simple = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), fc.constantFrom("", "\n"), (lines, end) => {
      const text = `${lines.join("\n")}${end}`;
      const fast = parseSimpleFrontmatter(text);
      if (fast === null) return;
      simple += 1;
      const whole = parseFrontmatter(text);
      expect(whole.kind === "map" ? outline(whole) : whole.message).toEqual(outline(fast) as never);
    }),
    { numRuns: 3_000 },
  );
  expect(simple).toBeGreaterThan(100);
});
