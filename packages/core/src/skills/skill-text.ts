/** SKILL.md cut at its fences; the parts joined are the whole text after the BOM (CONTRACTS 1.2). */
export interface SkillText {
  readonly bom: boolean;
  /** Opening fence line with its line end. */
  readonly opening: string;
  /** Between the fences, with line ends. */
  readonly frontmatter: string;
  /** Closing fence line with its line end, if it has one. */
  readonly closing: string;
  /** Newlines between the closing fence and the body. */
  readonly gap: string;
  readonly body: string;
  /** Line end of the opening fence. */
  readonly lineEnd: LineEnd;
}

export type LineEnd = "\n" | "\r\n" | "\r";

export type SplitSkillText =
  | { readonly kind: "split"; readonly text: SkillText }
  | { readonly kind: "not-utf-8" }
  /** `unclosed`: there is an opening fence. */
  | { readonly kind: "no-frontmatter"; readonly unclosed: boolean };

const FENCE = /^---[ \t]*$/;
const BOM = "\ufeff";

/** ASCII in UTF-16 without a byte order mark is valid UTF-8 full of NULs. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  return bytes.length > 1 && (bytes[0] === 0) !== (bytes[1] === 0);
}

function decodeUtf8(bytes: Uint8Array): string | null {
  if (looksLikeUtf16(bytes)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

interface Line {
  readonly start: number;
  /** Where the line end begins. */
  readonly end: number;
  /** Where the next line starts. */
  readonly next: number;
}

function lineAt(text: string, start: number): Line {
  let end = start;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end += 1;
  const width = text.startsWith("\r\n", end) ? 2 : end < text.length ? 1 : 0;
  return { start, end, next: end + width };
}

function isFence(text: string, line: Line): boolean {
  return FENCE.test(text.slice(line.start, line.end));
}

function findClosing(text: string, from: number): Line | null {
  let start = from;
  while (start < text.length) {
    const line = lineAt(text, start);
    if (isFence(text, line)) return line;
    start = line.next;
  }
  return null;
}

function toLineEnd(text: string): LineEnd {
  return text === "\r\n" || text === "\r" ? text : "\n";
}

function cut(text: string, bom: boolean, opening: Line, closing: Line): SkillText {
  const rest = text.slice(closing.next);
  const body = rest.replace(/^[\r\n]+/, "");
  return {
    bom,
    opening: text.slice(0, opening.next),
    frontmatter: text.slice(opening.next, closing.start),
    closing: text.slice(closing.start, closing.next),
    gap: rest.slice(0, rest.length - body.length),
    body,
    lineEnd: toLineEnd(text.slice(opening.end, opening.next)),
  };
}

/**
 * Cuts SKILL.md at its fences: whole lines `---` with optional trailing blanks, the first on the first line.
 * One leading U+FEFF is skipped; LF, CRLF and CR end a line. CONTRACTS 1.2.
 */
export function splitSkillText(bytes: Uint8Array): SplitSkillText {
  const decoded = decodeUtf8(bytes);
  if (decoded === null) return { kind: "not-utf-8" };
  const bom = decoded.startsWith(BOM);
  const text = bom ? decoded.slice(BOM.length) : decoded;
  const opening = lineAt(text, 0);
  if (!isFence(text, opening)) return { kind: "no-frontmatter", unclosed: false };
  const closing = findClosing(text, opening.next);
  if (closing === null) return { kind: "no-frontmatter", unclosed: true };
  return { kind: "split", text: cut(text, bom, opening, closing) };
}
