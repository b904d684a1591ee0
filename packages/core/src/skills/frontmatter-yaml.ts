import {
  type Document,
  isAlias,
  isMap,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import type { TextPosition } from "./diagnostic.ts";
import { findDuplicateKey } from "./duplicate-key.ts";
import { nestsTooDeeply } from "./yaml-nesting.ts";

/** Frontmatter above this, unless it is plain lines, is not parsed: a YAML text can cost far more than its size. */
export const FRONTMATTER_LENGTH_MAX = 131_072;

export interface FrontmatterMap {
  readonly kind: "map";
  readonly map: YAMLMap;
  /** Scalars by anchor: aliases are resolved to these alone, so no alias can blow up. */
  readonly anchors: ReadonlyMap<string, Node>;
  /** Anchors that some alias refers to. */
  readonly aliased: ReadonlySet<string>;
  positionOf(node: Node): TextPosition | undefined;
}

export type ParsedFrontmatter =
  | FrontmatterMap
  | { readonly kind: "invalid"; readonly message: string; readonly position?: TextPosition };

/** The first line of a frontmatter is line 2 of its file. */
const FIRST_LINE = 2;

interface Fault {
  readonly message: string;
  readonly offset: number | undefined;
}

function findDuplicate(map: YAMLMap): Fault | null {
  const found = findDuplicateKey(map);
  return found === null ? null : { message: `the key "${found.key}" occurs twice`, offset: found.offset };
}

/** Duplicate keys at any depth and aliases of nothing; one pass, in document order. */
function checkNodes(
  document: Document.Parsed,
  anchors: Map<string, Node>,
  aliased: Set<string>,
): Fault | null {
  let fault: Fault | null = null;
  visit(document, {
    Node: (_, node) => {
      if (isMap(node)) fault = findDuplicate(node);
      if (isAlias(node) && !anchors.has(node.source)) {
        fault = { message: `the alias *${node.source} leads nowhere`, offset: node.range?.[0] };
      }
      if (isAlias(node)) aliased.add(node.source);
      if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
      return fault === null ? undefined : visit.BREAK;
    },
  });
  return fault;
}

function positionIn(text: string, counter: LineCounter, offset: number): TextPosition {
  const { line, col } = counter.linePos(offset);
  const lineStart = offset - (col - 1);
  return { line: line + FIRST_LINE - 1, column: [...text.slice(lineStart, offset)].length + 1 };
}

function parseTree(text: string): ParsedFrontmatter {
  const counter = new LineCounter();
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    lineCounter: counter,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: "error",
  });
  const anchors = new Map<string, Node>();
  const aliased = new Set<string>();
  const error = document.errors[0];
  const fault =
    error === undefined
      ? checkNodes(document, anchors, aliased)
      : { message: error.message, offset: error.pos[0] };
  if (fault !== null) {
    const position = fault.offset === undefined ? {} : { position: positionIn(text, counter, fault.offset) };
    return { kind: "invalid", message: fault.message.split("\n", 1)[0] ?? "", ...position };
  }
  const map = document.contents;
  if (!isMap(map)) return { kind: "invalid", message: "the frontmatter is not a mapping of keys to values" };
  const positionOf = (node: Node) => (node.range ? positionIn(text, counter, node.range[0]) : undefined);
  return { kind: "map", map, anchors, aliased, positionOf };
}

const TOO_DEEP: ParsedFrontmatter = { kind: "invalid", message: "the frontmatter is nested too deeply" };

/** Parses LF-only frontmatter as YAML 1.2 core; duplicate keys and undefined aliases are invalid. Never throws. */
export function parseFrontmatter(text: string): ParsedFrontmatter {
  if (nestsTooDeeply(text)) return TOO_DEEP;
  try {
    return parseTree(text);
  } catch (error) {
    // Only nesting deep enough to exhaust the stack gets here.
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}
