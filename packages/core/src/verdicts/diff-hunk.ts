import { oneLine } from "./one-line.ts";

/** Longest hunk that is applied, context included (S1 6.2). */
export const HUNK_LINES_MAX = 200;

export interface HunkLine {
  readonly kind: "context" | "added" | "removed";
  readonly text: string;
}

export interface DiffHunk {
  readonly lines: readonly HunkLine[];
  /** `\ No newline at end of file` after a line of the old or of the new side. */
  readonly oldWithoutNewline: boolean;
  readonly newWithoutNewline: boolean;
}

export type ParsedHunk =
  | { readonly kind: "hunk"; readonly hunk: DiffHunk }
  | { readonly kind: "malformed"; readonly message: string };

/**
 * Reads the single hunk of a unified diff, with or without file headers, bare or in a code fence. Line numbers and
 * counts of the `@@` line are ignored: models get them wrong. Malformed: no hunk, several hunks, a line that is
 * none of context, added or removed, no changed line, more than `HUNK_LINES_MAX` lines.
 */
export function parseHunk(diff: string): ParsedHunk {
  const all = diff.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const start = all.findIndex(isHunkHeader);
  if (start < 0) return malformed("the diff has no @@ hunk");
  const content = withoutTrailingBlanks(cutAtFence(all.slice(start + 1), openFence(all.slice(0, start))));
  if (content.some(isHunkHeader)) return malformed("the diff has more than one hunk");
  return readLines(content);
}

function readLines(content: readonly string[]): ParsedHunk {
  const lines: HunkLine[] = [];
  let oldWithoutNewline = false;
  let newWithoutNewline = false;
  for (const text of content) {
    if (text.startsWith("\\")) {
      const kind = lines.at(-1)?.kind;
      oldWithoutNewline ||= kind === "removed" || kind === "context";
      newWithoutNewline ||= kind === "added" || kind === "context";
      continue;
    }
    const line = readLine(text);
    if (line === null) return malformed(`not a line of a diff: ${oneLine(text, 60)}`);
    lines.push(line);
  }
  if (lines.length > HUNK_LINES_MAX) return malformed(`the hunk has more than ${HUNK_LINES_MAX} lines`);
  if (lines.every((line) => line.kind === "context")) return malformed("the diff changes nothing");
  return { kind: "hunk", hunk: { lines, oldWithoutNewline, newWithoutNewline } };
}

function readLine(text: string): HunkLine | null {
  // A blank context line often loses its leading space.
  if (text === "") return { kind: "context", text: "" };
  switch (text[0]) {
    case " ":
      return { kind: "context", text: text.slice(1) };
    case "+":
      return { kind: "added", text: text.slice(1) };
    case "-":
      return { kind: "removed", text: text.slice(1) };
    default:
      return null;
  }
}

function isHunkHeader(line: string): boolean {
  return /^@@(?:\s|$)/.test(line);
}

/** The marker of a code fence that opens before the hunk; null when there is none. */
function openFence(lines: readonly string[]): string | null {
  for (const line of lines.toReversed()) {
    const match = /^[ \t]*(`{3,}|~{3,})/.exec(line);
    if (match !== null) return match[1] ?? null;
  }
  return null;
}

function cutAtFence(lines: readonly string[], marker: string | null): readonly string[] {
  if (marker === null) return lines;
  // Lines of the hunk are prefixed, so an unprefixed fence can only be the closing one.
  const end = lines.findIndex((line) => line.startsWith(marker) && line.trimEnd().length >= marker.length);
  return end < 0 ? lines : lines.slice(0, end);
}

function withoutTrailingBlanks(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}

function malformed(message: string): ParsedHunk {
  return { kind: "malformed", message };
}
