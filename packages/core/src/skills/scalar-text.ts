import { isAlias, isMap, isScalar, type Node, type Pair, Scalar } from "yaml";
import type { FrontmatterMap } from "./frontmatter-yaml.ts";

const STRING_TAGS = ["!", "tag:yaml.org,2002:str"];

/** What a field holds: a missing or empty node is `absent`, anything but one scalar of text is `not-text`. */
export type FieldText =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly text: string; readonly node: Node }
  | { readonly kind: "not-text"; readonly node: Node };

export function findPair(frontmatter: FrontmatterMap, key: string): Pair | null {
  return frontmatter.map.items.find((pair) => isScalar(pair.key) && keyOf(pair) === key) ?? null;
}

/** A key as written; keys that are no scalars have no text. */
export function keyOf(pair: Pair): string | null {
  return isScalar(pair.key) ? scalarText(pair.key) : null;
}

/**
 * The text that was written: `1.0`, `null` and `2026-01-01` stay as they are, quotes and block indicators
 * are resolved (CONTRACTS 1.2).
 */
function scalarText(scalar: Scalar): string {
  return scalar.source ?? String(scalar.value ?? "");
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isAlias(value) || isMap(value) || (typeof value === "object" && value !== null);
}

function resolve(frontmatter: FrontmatterMap, value: unknown): Node | null {
  if (!isNode(value)) return null;
  return isAlias(value) ? (frontmatter.anchors.get(value.source) ?? null) : value;
}

function isEmpty(scalar: Scalar): boolean {
  return scalar.value === null && scalarText(scalar) === "" && scalar.tag === undefined;
}

export function textOf(frontmatter: FrontmatterMap, value: unknown): FieldText {
  const node = resolve(frontmatter, value);
  if (node === null) return { kind: "absent" };
  if (!isScalar(node)) return { kind: "not-text", node };
  if (isEmpty(node)) return { kind: "absent" };
  const foreignTag = node.tag !== undefined && !STRING_TAGS.includes(node.tag);
  return foreignTag ? { kind: "not-text", node } : { kind: "text", text: scalarText(node), node };
}

/**
 * The anchor that a field's plain value starts with, when no alias refers to it: `&Co tools` was meant as text, and
 * YAML reads `tools`. Null when there is none.
 */
export function findStrayAnchor(frontmatter: FrontmatterMap, key: string): string | null {
  const value = findPair(frontmatter, key)?.value;
  const anchor = isScalar(value) && value.type === Scalar.PLAIN ? value.anchor : undefined;
  return anchor === undefined || frontmatter.aliased.has(anchor) ? null : anchor;
}

export function fieldText(frontmatter: FrontmatterMap, key: string): FieldText {
  return textOf(frontmatter, findPair(frontmatter, key)?.value);
}
