import { isMap, isNode, isPair, type Pair, stringify, type YAMLMap, type YAMLSeq } from "yaml";
import type { Json } from "./settings-entry.ts";
import {
  deletion,
  insertion,
  lineEnd as lineEndAt,
  lineEndOf,
  lineStart,
  nextLine,
  type TextEdit,
} from "./text-edit.ts";

const INDENT = 2;

/** A value as block YAML, every line behind `indent`, without the last line end. */
export function blockText(value: Json, indent: string, lineEnd: string): string {
  const lines = stringify(value, { lineWidth: 0, indent: INDENT }).replace(/\n$/, "").split("\n");
  return lines.map((line) => (line === "" ? line : indent + line)).join(lineEnd);
}

/** Adds members or items behind the last of a block. Null where the columns cannot be told. */
export function intoBlock(text: string, node: YAMLMap | YAMLSeq, value: Json): readonly TextEdit[] | null {
  const column = columnOf(text, node);
  const end = endOf(node.items.at(-1));
  if (column === null || end === null) return null;
  return lineAfter(text, end, blockText(value, " ".repeat(column), lineEndOf(text)));
}

/** Gives a key without a value one, in the lines below it. Null where something else than a comment follows. */
export function underKey(text: string, pair: Pair, value: Json): readonly TextEdit[] | null {
  const start = isNode(pair.key) ? pair.key.range?.[0] : undefined;
  const keyEnd = isNode(pair.key) ? pair.key.range?.[1] : undefined;
  if (start === undefined || keyEnd === undefined) return null;
  const rest = text.slice(keyEnd, lineEndAt(text, keyEnd));
  if (!/^[ \t]*:[ \t]*(?:#.*)?$/.test(rest)) return null;
  const column = start - lineStart(text, start) + INDENT;
  return lineAfter(text, keyEnd, blockText(value, " ".repeat(column), lineEndOf(text)));
}

/** Adds members or items behind the last of `{…}` or `[…]`, in its line. */
export function intoFlow(text: string, node: YAMLMap | YAMLSeq, value: Json): readonly TextEdit[] | null {
  const close = (node.range?.[1] ?? 0) - 1;
  const inner = JSON.stringify(value).slice(1, -1);
  const last = endOf(node.items.at(-1));
  if (text[close] !== "}" && text[close] !== "]") return null;
  if (last === null) return [insertion(close, inner)];
  return text.slice(last, close).includes(",") ? null : [insertion(last, `, ${inner}`)];
}

/** Takes out the lines of a member or an item of a block. Null where it shares them with something else. */
export function removeBlock(
  text: string,
  node: YAMLMap | YAMLSeq,
  index: number,
): readonly TextEdit[] | null {
  const item = node.items[index];
  const start = startOf(item);
  const end = endOf(item);
  if (start === null || end === null) return null;
  const from = lineStart(text, start);
  if (!/^[ \t]*(?:- *)?$/.test(text.slice(from, start))) return null;
  const to = end > 0 && text[end - 1] === "\n" ? end : nextLine(text, end);
  const rest = text.slice(end, Math.max(end, lineEndAt(text, Math.min(end, text.length))));
  if (to !== end && !/^[ \t]*(?:#.*)?$/.test(rest)) return null;
  if (to < text.length || from === 0 || text.endsWith("\n")) return [deletion(from, to)];
  return [deletion(from - (text[from - 2] === "\r" ? 2 : 1), to)];
}

/** Takes a member or an item out of `{…}` or `[…]` with the comma that stands for it. */
export function removeFlow(text: string, node: YAMLMap | YAMLSeq, index: number): readonly TextEdit[] | null {
  const start = startOf(node.items[index]);
  const end = endOf(node.items[index]);
  if (start === null || end === null) return null;
  const before = endOf(node.items[index - 1]);
  if (before !== null) return isComma(text.slice(before, start)) ? [deletion(before, end)] : null;
  const after = startOf(node.items[index + 1]);
  if (after === null) return [deletion(start, end)];
  return isComma(text.slice(end, after)) ? [deletion(start, after)] : null;
}

function isComma(text: string): boolean {
  return /^\s*,\s*$/.test(text);
}

/** New lines behind the line that `end` lies in; `end` may be the start of the next line already. */
function lineAfter(text: string, end: number, lines: string): readonly TextEdit[] {
  const lineEnd = lineEndOf(text);
  const isAtStart = end > 0 && text[end - 1] === "\n";
  const at = isAtStart ? end : nextLine(text, end);
  const hasLineEnd = at > 0 && text[at - 1] === "\n";
  return [insertion(at, hasLineEnd ? `${lines}${lineEnd}` : `${lineEnd}${lines}`)];
}

function columnOf(text: string, node: YAMLMap | YAMLSeq): number | null {
  const start = isMap(node) ? startOf(node.items[0]) : (node.range?.[0] ?? null);
  if (start === null) return null;
  const before = text.slice(lineStart(text, start), start);
  return before.includes("\t") ? null : before.length;
}

function startOf(item: unknown): number | null {
  if (isPair(item)) return isNode(item.key) ? (item.key.range?.[0] ?? null) : null;
  return isNode(item) ? (item.range?.[0] ?? null) : null;
}

function endOf(item: unknown): number | null {
  if (!isPair(item)) return isNode(item) ? (item.range?.[1] ?? null) : null;
  return endOf(item.value) ?? endOf(item.key);
}
