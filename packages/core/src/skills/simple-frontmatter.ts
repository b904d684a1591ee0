import { type Node, Pair, Scalar, YAMLMap } from "yaml";
import type { TextPosition } from "./diagnostic.ts";
import type { FrontmatterMap } from "./frontmatter-yaml.ts";
import { trimEndOf } from "./trim-end-of.ts";

/**
 * `key: value` with a plain value that no YAML rule reads in another way, or a quoted one without escapes. A plain
 * value takes the blanks behind it along: nothing in the pattern can be matched in two ways, so it is linear.
 */
const SIMPLE_LINE =
  /^([A-Za-z][A-Za-z0-9_-]*):( +)(?:([\p{L}\p{N}](?:[^\p{C}:#]|:(?=[^ \p{C}])|(?<=[^ ])#)*)|"([^"\\\p{Cc}\ufeff]*)" *|'([^'\p{Cc}\ufeff]*)' *)$/u;
/** The first line of a frontmatter is line 2 of its file. */
const FIRST_LINE = 2;

interface Offsets {
  readonly line: number;
  readonly column: number;
}

function scalarAt(
  text: string,
  type: Scalar.Type,
  at: Offsets,
  offsets: Map<Node, TextPosition>,
): Scalar<string> {
  const scalar = new Scalar(text);
  scalar.source = text;
  scalar.type = type;
  offsets.set(scalar, at);
  return scalar;
}

function toValue(plain?: string, double?: string, single?: string): { text: string; type: Scalar.Type } {
  if (double !== undefined) return { text: double, type: Scalar.QUOTE_DOUBLE };
  if (single !== undefined) return { text: single, type: Scalar.QUOTE_SINGLE };
  return { text: trimEndOf(plain ?? "", " "), type: Scalar.PLAIN };
}

/**
 * Reads a frontmatter of plain `key: value` lines, as nearly all are, at a tenth of the cost of the whole
 * parser and with the same result; null for everything else, duplicate keys included.
 */
export function parseSimpleFrontmatter(text: string): FrontmatterMap | null {
  const map = new YAMLMap();
  const seen = new Set<string>();
  const positions = new Map<Node, TextPosition>();
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  for (const [index, line] of lines.entries()) {
    const match = SIMPLE_LINE.exec(line);
    const [, key = "", gap = "", plain, double, single] = match ?? [];
    if (match === null || seen.has(key)) return null;
    seen.add(key);
    const at = { line: index + FIRST_LINE, column: 1 };
    const value = toValue(plain, double, single);
    const valueAt = { line: at.line, column: key.length + 1 + gap.length + 1 };
    map.items.push(
      new Pair(
        scalarAt(key, Scalar.PLAIN, at, positions),
        scalarAt(value.text, value.type, valueAt, positions),
      ),
    );
  }
  return {
    kind: "map",
    map,
    anchors: new Map(),
    aliased: new Set(),
    positionOf: (node) => positions.get(node),
  };
}
