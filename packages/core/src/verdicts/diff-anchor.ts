import type { DiffHunk } from "./diff-hunk.ts";
import { collapseBlanks } from "./markdown.ts";
import type { TextLine } from "./text-lines.ts";

export type Anchor =
  | { readonly kind: "found"; readonly index: number }
  | { readonly kind: "refused"; readonly message: string };

/** From strict to tolerant; the first level with a match decides. */
const LEVELS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.trimEnd(),
  collapseBlanks,
];

/** Finds the one place in the body that is the old side of the hunk. */
export function findAnchor(lines: readonly TextLine[], hunk: DiffHunk): Anchor {
  const old = hunk.lines.filter((line) => line.kind !== "added").map((line) => line.text);
  if (old.length === 0) return findEmptyAnchor(lines);
  for (const normalise of LEVELS) {
    const matches = findMatches(
      lines.map((line) => normalise(line.text)),
      old.map(normalise),
    );
    const [index] = matches;
    if (matches.length > 1) return refused("the diff's context is found more than once in the body");
    if (index !== undefined) return { kind: "found", index };
  }
  return refused("the diff's context is not found in the body");
}

function findEmptyAnchor(lines: readonly TextLine[]): Anchor {
  if (lines.length === 0) return { kind: "found", index: 0 };
  return refused("the diff has no context that says where it belongs");
}

/** The first two places at most: two are already too many. Knuth, Morris and Pratt: no line is compared again. */
function findMatches(lines: readonly string[], old: readonly string[]): readonly number[] {
  const borders = findBorders(old);
  const matches: number[] = [];
  let matched = 0;
  for (let index = 0; index < lines.length && matches.length < 2; index++) {
    matched = advance(old, borders, matched, lines[index] ?? "");
    if (matched === old.length) matches.push(index - old.length + 1);
  }
  return matches;
}

/** For every length of a beginning of `old`: how much of it, less than all, ends it too. */
function findBorders(old: readonly string[]): readonly number[] {
  const borders = [0, 0];
  for (let length = 1; length < old.length; length++) {
    borders.push(advance(old, borders, borders[length] ?? 0, old[length] ?? ""));
  }
  return borders;
}

/** How much of `old` is matched after one more line. */
function advance(old: readonly string[], borders: readonly number[], matched: number, line: string): number {
  let length = matched;
  while (length > 0 && old[length] !== line) length = borders[length] ?? 0;
  return old[length] === line ? length + 1 : length;
}

function refused(message: string): Anchor {
  return { kind: "refused", message };
}
