import { expect, test } from "bun:test";
import fc from "fast-check";
import { findAnchor } from "../../src/verdicts/diff-anchor.ts";

const lines = fc.array(fc.constantFrom("a", "b", ""), { maxLength: 14 });
const old = fc.array(fc.constantFrom("a", "b", ""), { minLength: 1, maxLength: 4 });

/** Every place, by looking at each. */
function placesOf(body: readonly string[], wanted: readonly string[]): readonly number[] {
  return body.flatMap((_, at) => {
    const fits =
      at + wanted.length <= body.length && wanted.every((text, offset) => body[at + offset] === text);
    return fits ? [at] : [];
  });
}

test("an anchor is found where looking at every place finds it, once or not at all", () => {
  fc.assert(
    fc.property(lines, old, (body, wanted) => {
      const places = placesOf(body, wanted);
      const hunk = {
        lines: wanted.map((text) => ({ kind: "context" as const, text })),
        oldWithoutNewline: false,
        newWithoutNewline: false,
      };
      const anchor = findAnchor(
        body.map((text) => ({ text, end: "\n" })),
        hunk,
      );
      expect(anchor.kind === "found" ? anchor.index : null).toBe(
        places.length === 1 ? (places[0] ?? null) : null,
      );
    }),
    { numRuns: 1_000 },
  );
});
