import { findBodyFault } from "./body-fault.ts";
import { findAnchor } from "./diff-anchor.ts";
import { type DiffHunk, parseHunk } from "./diff-hunk.ts";
import { dominantLineEnd, joinLines, splitLines, type TextLine } from "./text-lines.ts";

/** Largest share of a body's lines that one edit may lose (CONTRACTS 7.3). */
export const NET_LOSS_MAX = 0.3;

export type DiffResult =
  | { readonly kind: "applied"; readonly body: string }
  /** One line: why nothing may be written. */
  | { readonly kind: "refused"; readonly message: string };

/**
 * Applies a model's unified diff to a body (CONTRACTS 7.3). Exactly one hunk of at most `HUNK_LINES_MAX` lines;
 * its old side must be found exactly once, first literally, then ignoring blanks at line ends, then ignoring how
 * blanks are written; the line numbers in its header mean nothing. Lines that stay keep their own bytes, new lines
 * get the body's line end. Refused: a diff that cannot be read, an unmatched or ambiguous anchor, an insertion
 * without context, no change, a net loss of more than `NET_LOSS_MAX` of the lines, and a result that is no valid body.
 */
export function applyUnifiedDiff(body: string, diff: string): DiffResult {
  const parsed = parseHunk(diff);
  if (parsed.kind === "malformed") return refuse(parsed.message);
  const lines = splitLines(body);
  const anchor = findAnchor(lines, parsed.hunk);
  if (anchor.kind === "refused") return refuse(anchor.message);
  const patched = patchLines(lines, parsed.hunk, anchor.index);
  const result = joinLines(patched);
  if (result === body) return refuse("the diff changes nothing");
  if (losesTooMuch(lines, patched)) {
    return refuse(`the diff removes more than ${NET_LOSS_MAX * 100} % of the body's lines`);
  }
  const fault = findBodyFault(result, [body]);
  if (fault !== null && findBodyFault(body, [body])?.kind !== fault.kind) return refuse(fault.message);
  return { kind: "applied", body: result };
}

function refuse(message: string): DiffResult {
  return { kind: "refused", message };
}

function patchLines(lines: readonly TextLine[], hunk: DiffHunk, index: number): readonly TextLine[] {
  const lineEnd = dominantLineEnd(lines);
  const replaced: TextLine[] = [];
  let position = index;
  for (const line of hunk.lines) {
    if (line.kind === "added") {
      replaced.push({ text: line.text, end: lineEnd });
      continue;
    }
    const kept = lines[position];
    position++;
    if (line.kind === "context" && kept !== undefined) replaced.push(kept);
  }
  const after = lines.slice(position);
  const patched = [...lines.slice(0, index), ...replaced, ...after];
  return after.length > 0 ? closeInnerLines(patched, lineEnd) : endAsAsked(patched, lines, hunk, lineEnd);
}

/** Every line but the last has a line end: a line without one may have become an inner line. */
function closeInnerLines(lines: readonly TextLine[], lineEnd: string): readonly TextLine[] {
  return lines.map((line, index) =>
    line.end === "" && index < lines.length - 1 ? { text: line.text, end: lineEnd } : line,
  );
}

/** The hunk reaches the end: its "no newline" markers decide about the final one, else it stays as it was. */
function endAsAsked(
  patched: readonly TextLine[],
  before: readonly TextLine[],
  hunk: DiffHunk,
  lineEnd: string,
): readonly TextLine[] {
  const inner = closeInnerLines(patched, lineEnd);
  const last = inner.at(-1);
  if (last === undefined) return inner;
  const hadNewline = before.at(-1)?.end !== "";
  const wantsNewline = hunk.newWithoutNewline ? false : hunk.oldWithoutNewline || hadNewline;
  if (wantsNewline === (last.end !== "")) return inner;
  return [...inner.slice(0, -1), { text: last.text, end: wantsNewline ? lineEnd : "" }];
}

function losesTooMuch(before: readonly TextLine[], after: readonly TextLine[]): boolean {
  const allowed = before.length * NET_LOSS_MAX;
  const lost = before.length - after.length;
  const lostText = countText(before) - countText(after);
  return lost > allowed || lostText > allowed;
}

function countText(lines: readonly TextLine[]): number {
  return lines.filter((line) => line.text.trim() !== "").length;
}
