import { countCodePoints } from "./skill-hash.ts";
import { trimEndOf } from "./trim-end-of.ts";

export interface RecoveredFrontmatter {
  /** The frontmatter with the description quoted. */
  readonly frontmatter: string;
  /** Line of the file. */
  readonly line: number;
  readonly column: number;
  /** The line as it should be written. */
  readonly fix: string;
}

const DESCRIPTION_LINE = /^((?:description|"description"|'description')[ \t]*:[ \t]+)(\S.*)$/;
const BLOCK_HEADER = /^[|>][-+0-9]*(?:[ \t]+#.*)?$/;
/** The first line of a frontmatter is line 2 of its file. */
const FIRST_LINE = 2;

/** A value goes on where the next line that is not blank is indented. */
function continues(lines: readonly string[], index: number): boolean {
  const next = lines.slice(index + 1).find((line) => line.trim() !== "");
  return next !== undefined && /^[ \t]/.test(next);
}

/** Quotes round a whole value are the author's own, when only an escape or an apostrophe in it is wrong. */
function withoutOuterQuotes(value: string): string {
  const inner = value.slice(1, -1);
  if (/^".*"$/.test(value) && !/(^|[^\\])"/.test(inner)) return inner;
  if (/^'.*'$/.test(value) && !/(^|\W)'|'(\W|$)/.test(inner)) return inner;
  return value;
}

/**
 * Quotes the value of a one-line `description`, so that what YAML rejects or reads as something else than
 * text is read as the text it was meant to be. Null when there is no such line. CONTRACTS 1.2.
 */
export function recoverDescription(frontmatter: string): RecoveredFrontmatter | null {
  const lines = frontmatter.split("\n");
  const index = lines.findIndex((line) => DESCRIPTION_LINE.test(line));
  const [, key = "", written = ""] = DESCRIPTION_LINE.exec(lines[index] ?? "") ?? [];
  const value = trimEndOf(written, " \t");
  if (index < 0 || BLOCK_HEADER.test(value) || continues(lines, index)) return null;
  const fix = `${key}${JSON.stringify(withoutOuterQuotes(value))}`;
  return {
    frontmatter: lines.with(index, fix).join("\n"),
    line: index + FIRST_LINE,
    column: countCodePoints(key) + 1,
    fix,
  };
}
