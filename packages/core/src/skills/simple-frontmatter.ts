import { type Node, Pair, Scalar, YAMLMap } from "yaml";
import type { TextPosition } from "./diagnostic.ts";
import type { FrontmatterMap } from "./frontmatter-yaml.ts";
import { trimEndOf } from "./trim-end-of.ts";

const KEY = /^([A-Za-z][A-Za-z0-9_-]*):( +)/;
const PLAIN_START = /^[\p{L}\p{N}]/u;
/** What makes YAML read a plain value as something else: a colon before a blank, a `#` after one, a control. */
const NOT_PLAIN = /\p{C}|:(?![^ \p{C}])|(?<= )#/u;
const DOUBLE_QUOTED = /^"([^"\\\p{Cc}\ufeff]*)" *$/u;
const SINGLE_QUOTED = /^'([^'\p{Cc}\ufeff]*)' *$/u;
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

interface Value {
  readonly text: string;
  readonly type: Scalar.Type;
}

/** A plain value that no YAML rule reads in another way, or a quoted one without escapes; else null. */
function readValue(written: string): Value | null {
  const double = DOUBLE_QUOTED.exec(written)?.[1];
  if (double !== undefined) return { text: double, type: Scalar.QUOTE_DOUBLE };
  const single = SINGLE_QUOTED.exec(written)?.[1];
  if (single !== undefined) return { text: single, type: Scalar.QUOTE_SINGLE };
  if (!PLAIN_START.test(written) || NOT_PLAIN.test(written)) return null;
  return { text: trimEndOf(written, " "), type: Scalar.PLAIN };
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
    const [opening = "", key = "", gap = ""] = KEY.exec(line) ?? [];
    const value = opening === "" ? null : readValue(line.slice(opening.length));
    if (value === null || seen.has(key)) return null;
    seen.add(key);
    const at = { line: index + FIRST_LINE, column: 1 };
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
