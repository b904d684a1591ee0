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

/** The first two places at most: two are already too many. */
function findMatches(lines: readonly string[], old: readonly string[]): readonly number[] {
  const matches: number[] = [];
  for (let index = 0; index + old.length <= lines.length && matches.length < 2; index++) {
    if (old.every((text, offset) => lines[index + offset] === text)) matches.push(index);
  }
  return matches;
}

function refused(message: string): Anchor {
  return { kind: "refused", message };
}
