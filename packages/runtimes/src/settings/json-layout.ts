import { createScanner, type Node } from "jsonc-parser";
import type { Json } from "./settings-entry.ts";
import { deletion, indentAt, insertion, lineEndOf, lineStart, type TextEdit } from "./text-edit.ts";

const INDENT_DEFAULT = "  ";

/** Adds a property (`key`) or an item behind the last one, in the layout that is there. */
export function insertChild(
  text: string,
  container: Node,
  key: string | null,
  value: Json,
): readonly TextEdit[] {
  const last = container.children?.at(-1);
  return last === undefined
    ? intoEmpty(text, container, key, value)
    : behind(text, container, last, key, value);
}

function intoEmpty(text: string, container: Node, key: string | null, value: Json): readonly TextEdit[] {
  const lineEnd = lineEndOf(text);
  const outer = indentOfLine(text, container.offset);
  const close = container.offset + container.length - 1;
  const unit = unitOf(text);
  const entry = format(key, value, outer + unit, unit, lineEnd);
  const indentOfClose = indentAt(text, close);
  if (indentOfClose === null || lineStart(text, close) <= container.offset) {
    return [insertion(close, `${lineEnd}${outer}${unit}${entry}${lineEnd}${outer}`)];
  }
  const endOfLineBefore = lineStart(text, close) - (text[lineStart(text, close) - 2] === "\r" ? 2 : 1);
  return [insertion(endOfLineBefore, `${lineEnd}${outer}${unit}${entry}`)];
}

function behind(
  text: string,
  container: Node,
  last: Node,
  key: string | null,
  value: Json,
): readonly TextEdit[] {
  const end = last.offset + last.length;
  const comma = findComma(text, end, container);
  const first = container.children?.[0] ?? last;
  const indent = indentAt(text, first.offset);
  if (indent === null || lineStart(text, first.offset) <= container.offset) {
    const inline = format(key, value, null, "", "");
    return comma === null ? [insertion(end, `, ${inline}`)] : [insertion(comma + 1, ` ${inline},`)];
  }
  const lineEnd = lineEndOf(text);
  const entry = `${lineEnd}${indent}${format(key, value, indent, unitOf(text), lineEnd)}`;
  const at = behindComments(text, comma === null ? end : comma + 1);
  if (comma !== null) return [insertion(at, `${entry},`)];
  return at === end ? [insertion(end, `,${entry}`)] : [insertion(end, ","), insertion(at, entry)];
}

/**
 * Takes a property or an item out with the comma that stands for it, and with its line where nothing else stands
 * there. Comments stay.
 */
export function removeChild(text: string, node: Node): readonly TextEdit[] {
  const container = node.parent;
  const end = node.offset + node.length;
  if (container === undefined) return [];
  const comma = findComma(text, end, container);
  if (comma !== null && text.slice(end, comma).trim() === "") {
    return [withLine(text, node.offset, comma + 1)];
  }
  if (comma !== null) return [withLine(text, node.offset, end), deletion(comma, comma + 1)];
  const children = container.children ?? [];
  const previous = children[children.indexOf(node) - 1];
  const own = withLine(text, node.offset, end);
  if (previous === undefined) return [own];
  const commaBefore = findComma(text, previous.offset + previous.length, container);
  if (commaBefore === null) return [own];
  if (text.slice(commaBefore + 1, node.offset).trim() === "") return [deletion(commaBefore, end)];
  return [deletion(commaBefore, commaBefore + 1), own];
}

/** With the blanks and the line end before it where the line has nothing else; with the blanks before it otherwise. */
function withLine(text: string, from: number, to: number): TextEdit {
  const indent = indentAt(text, from);
  const rest = /^[ \t]*(?=\r?\n|$)/.exec(text.slice(to));
  const start = lineStart(text, from);
  if (indent === null || rest === null || start === 0) {
    const blanks = /[ \t]*$/.exec(text.slice(0, from))?.[0].length ?? 0;
    return indent === null ? deletion(from - blanks, to) : deletion(from, to);
  }
  const lineEndLength = text[start - 2] === "\r" ? 2 : 1;
  return deletion(start - lineEndLength, to + rest[0].length);
}

/** Offset of the comma behind an element, past comments; null when none comes before the next token. */
function findComma(text: string, from: number, container: Node): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === "," && at < container.offset + container.length ? at : null;
}

/** Past the comments that stand behind an element in its line and end there. */
function behindComments(text: string, from: number): number {
  const comments = /^(?:[ \t]*\/\*(?:(?!\*\/)[^\n])*\*\/)*(?:[ \t]*\/\/[^\r\n]*)?(?=[ \t]*(?:\r?\n|$))/.exec(
    text.slice(from),
  );
  return from + (comments?.[0].length ?? 0);
}

/** The indentation of a text: that of its first line that has any. */
function unitOf(text: string): string {
  return /^([ \t]+)(?=["[{])/m.exec(text)?.[1] ?? INDENT_DEFAULT;
}

function indentOfLine(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? "";
}

/** `indent` null: in one line. */
function format(
  key: string | null,
  value: Json,
  indent: string | null,
  unit: string,
  lineEnd: string,
): string {
  const name = key === null ? "" : `${JSON.stringify(key)}: `;
  if (indent === null) return name + JSON.stringify(value);
  return name + JSON.stringify(value, null, unit).replaceAll("\n", `${lineEnd}${indent}`);
}
