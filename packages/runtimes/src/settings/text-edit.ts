import type { ChangedStretch } from "./settings-entry.ts";

/** Replaces `length` characters at `offset` by `text`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

export function insertion(offset: number, text: string): TextEdit {
  return { offset, length: 0, text };
}

export function deletion(from: number, to: number): TextEdit {
  return { offset: from, length: to - from, text: "" };
}

/** Applies edits that do not overlap, given in any order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const backwards = [...edits].sort((a, b) => b.offset - a.offset);
  return backwards.reduce(
    (result, edit) => result.slice(0, edit.offset) + edit.text + result.slice(edit.offset + edit.length),
    text,
  );
}

/**
 * The one stretch from the first to the last edit, with as many of the lines around it as make it stand there once, so
 * that it is found again in a text that changed elsewhere.
 */
export function stretchOf(text: string, edits: readonly TextEdit[]): ChangedStretch {
  const whole = applyEdits(text, edits);
  let from = Math.min(...edits.map(({ offset }) => offset));
  let to = Math.max(...edits.map(({ offset, length }) => offset + length));
  const grown = whole.length - text.length;
  while (!isOnce(whole, whole.slice(from, to + grown)) && (from > 0 || to < text.length)) {
    from = lineStart(text, Math.max(0, from - 1));
    to = nextLine(text, to);
  }
  return { before: text.slice(from, to), after: whole.slice(from, to + grown) };
}

function isOnce(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at >= 0 && text.indexOf(part, at + 1) < 0;
}

/** Undoes a change where it stands exactly as it was made, and only once; else null. */
export function revertStretch(text: string, { before, after }: ChangedStretch): string | null {
  if (after === "" || !isOnce(text, after)) return null;
  const at = text.indexOf(after);
  return text.slice(0, at) + before + text.slice(at + after.length);
}

/** The line end a text uses: that of its first line. */
export function lineEndOf(text: string): string {
  const at = text.indexOf("\n");
  return at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

/** Offset of the start of the line that `offset` lies in. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Offset of the end of that line, before its line end. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  if (at < 0) return text.length;
  return at > offset && text[at - 1] === "\r" ? at - 1 : at;
}

/** Offset of the line after, or the text's end. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  return at < 0 ? text.length : at + 1;
}

/** The blanks before `offset` where nothing else stands in its line; null otherwise. */
export function indentAt(text: string, offset: number): string | null {
  const before = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*$/.test(before) ? before : null;
}
