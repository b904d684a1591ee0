import { expect, test } from "bun:test";
import { createTwoFilesPatch, structuredPatch } from "diff";
import fc from "fast-check";
import { applyUnifiedDiff } from "../../src/verdicts/index.ts";

const word = fc.constantFrom(
  "alpha",
  "beta",
  "- item",
  "  code()",
  "## Part",
  "",
  "`x y`",
  "+plus",
  "-minus",
  "@at",
);

/** Numbered lines are distinct, so any context is found once. */
const edit = fc.record({
  words: fc.array(word, { minLength: 12, maxLength: 40 }),
  from: fc.nat({ max: 30 }),
  removed: fc.nat({ max: 3 }),
  added: fc.array(word, { maxLength: 4 }),
  finalNewline: fc.tuple(fc.boolean(), fc.boolean()),
  crlf: fc.boolean(),
});

interface Texts {
  readonly before: string;
  readonly after: string;
}

function textsOf({
  words,
  from,
  removed,
  added,
  finalNewline,
}: typeof edit extends fc.Arbitrary<infer E> ? E : never): Texts {
  const lines = words.map((text, index) => (text === "" ? `${index}` : `${text} ${index}`));
  const start = Math.min(from, lines.length - removed);
  const changed = lines.toSpliced(start, removed, ...added.map((text, index) => `${text} new ${index}`));
  return {
    before: lines.join("\n") + (finalNewline[0] ? "\n" : ""),
    after: changed.join("\n") + (finalNewline[1] ? "\n" : ""),
  };
}

test("a single-hunk patch gives exactly the new body, with the body's line ends", () => {
  fc.assert(
    fc.property(edit, (drawn) => {
      const { before, after } = textsOf(drawn);
      fc.pre(before !== after && structuredPatch("a", "b", before, after).hunks.length === 1);
      const asWritten = (text: string) => (drawn.crlf ? text.replaceAll("\n", "\r\n") : text);
      const result = applyUnifiedDiff(asWritten(before), createTwoFilesPatch("a", "b", before, after));
      // A body without any line end gives no hint which one it has.
      expect(result).toEqual({ kind: "applied", body: asWritten(after) });
    }),
    { numRuns: 300 },
  );
});

test("whatever the diff says, a result is never the body itself, and nothing throws", () => {
  const line = fc.tuple(fc.constantFrom(" ", "+", "-", "", "\\", "@@ "), word).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), fc.array(line, { maxLength: 8 }), (words, lines) => {
      const body = words.join("\n");
      const result = applyUnifiedDiff(body, `@@ @@\n${lines.join("\n")}`);
      if (result.kind === "applied") expect(result.body).not.toBe(body);
      else expect(result.message).not.toContain("\n");
    }),
    { numRuns: 300 },
  );
});
