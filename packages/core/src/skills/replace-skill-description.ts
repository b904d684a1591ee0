import { isScalar, type Node, Scalar } from "yaml";
import { formatDescription } from "./format-description.ts";
import { parseFrontmatter } from "./frontmatter-yaml.ts";
import { parseSkillDocument, type SkillDocument } from "./parse-skill-document.ts";
import { recoverDescription } from "./recover-description.ts";
import { findPair, textOf } from "./scalar-text.ts";
import { normalizeLineEnds } from "./skill-hash.ts";
import { validateSkillDescription } from "./skill-name.ts";
import { type SkillText, splitSkillText } from "./skill-text.ts";

export type ReplacedSkillDescription =
  | {
      readonly kind: "written";
      readonly bytes: Uint8Array;
      /** Bytes that went and bytes that came. */
      readonly changedBytes: number;
    }
  /** One line: why the file was not rewritten. */
  | { readonly kind: "refused"; readonly message: string };

/** Where the value stands in the frontmatter with LF line ends, and how it is written. */
interface ValueRange {
  readonly start: number;
  readonly end: number;
  readonly style: Scalar.Type | undefined;
  /** A comment behind a block header, which the range covers. */
  readonly comment: string;
}

const BOM = "\ufeff";
/** The first line of a frontmatter is line 2 of its file. */
const FIRST_LINE = 2;

/**
 * Returns the bytes of SKILL.md with another `description`: only its value changes, on one line; every other byte
 * stays, comments, order, quotes of other fields and line ends included (CONTRACTS 1.2, 7.4). What was written is read
 * back before it is given out. Refused: a description against CONTRACTS 1.1, a file that does not load as a skill, a
 * value that another field refers to, a result that does not read back alike.
 */
export function replaceSkillDescription(bytes: Uint8Array, description: string): ReplacedSkillDescription {
  const invalid = validateSkillDescription(description);
  if (invalid !== null) return refuse(invalid);
  const split = splitSkillText(bytes);
  const before = parseSkillDocument(bytes, "");
  if (split.kind !== "split") return refuse(`SKILL.md cannot be rewritten: ${split.kind}`);
  if (before.kind === "skipped") return refuse(`SKILL.md cannot be rewritten: ${before.diagnostic.kind}`);
  const found = findValue(normalizeLineEnds(split.text.frontmatter));
  if (typeof found === "string") return refuse(found);
  for (const value of formatDescription(description, found.style)) {
    const written = splice(split.text, found, `${value}${found.comment}`);
    if (readsBackAs(written.bytes, description, before)) return { kind: "written", ...written };
  }
  return refuse("the description cannot be written so that it is read alike");
}

function refuse(message: string): Extract<ReplacedSkillDescription, { kind: "refused" }> {
  return { kind: "refused", message };
}

/** The value's place, or one line why it has none of its own. */
function findValue(frontmatter: string): ValueRange | string {
  const parsed = parseFrontmatter(frontmatter);
  if (parsed.kind === "invalid") return findRecovered(frontmatter);
  const value = findPair(parsed, "description")?.value;
  if (textOf(parsed, value).kind !== "text") return findRecovered(frontmatter);
  const { range, anchor } = value as Node & { readonly anchor?: string };
  if (!range) return "the description has no place of its own";
  if (anchor !== undefined && frontmatter.includes(`*${anchor}`)) {
    return `another field refers to the description as *${anchor}; change it by hand`;
  }
  const [start, end] = range;
  const style = isScalar(value) ? value.type : undefined;
  return style === Scalar.BLOCK_FOLDED || style === Scalar.BLOCK_LITERAL
    ? blockRange(frontmatter, start, end, style)
    : { start, end, style, comment: "" };
}

/** Blank lines after a block stay: what belongs to whom is not for us to say. */
function blockRange(frontmatter: string, start: number, end: number, style: Scalar.Type): ValueRange {
  const block = frontmatter.slice(start, end);
  const comment = /^[|>][-+0-9]*([ \t]+#[^\n]*)/.exec(block)?.[1] ?? "";
  return { start, end: start + block.trimEnd().length, style, comment };
}

/** A one-line value that YAML does not read as text, and the reader quotes. */
function findRecovered(frontmatter: string): ValueRange | string {
  const recovered = recoverDescription(frontmatter);
  if (recovered === null) return "the description cannot be found in the frontmatter";
  const lines = frontmatter.split("\n");
  const index = recovered.line - FIRST_LINE;
  const lineStart = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
  const line = (lines[index] ?? "").replace(/[ \t]+$/, "");
  return {
    start: lineStart + recovered.column - 1,
    end: lineStart + line.length,
    style: undefined,
    comment: "",
  };
}

function splice(
  text: SkillText,
  range: ValueRange,
  value: string,
): { readonly bytes: Uint8Array; readonly changedBytes: number } {
  const start = rawIndex(text.frontmatter, range.start);
  const end = rawIndex(text.frontmatter, range.end);
  const frontmatter = text.frontmatter.slice(0, start) + value + text.frontmatter.slice(end);
  const whole = `${text.bom ? BOM : ""}${text.opening}${frontmatter}${text.closing}${text.gap}${text.body}`;
  const encoder = new TextEncoder();
  const gone = encoder.encode(text.frontmatter.slice(start, end)).length;
  return { bytes: encoder.encode(whole), changedBytes: gone + encoder.encode(value).length };
}

/** The index in a text of what stands at `index` once its line ends are LF. */
function rawIndex(text: string, index: number): number {
  let at = 0;
  for (let passed = 0; passed < index; passed++) at += text.startsWith("\r\n", at) ? 2 : 1;
  return at;
}

function readsBackAs(bytes: Uint8Array, description: string, before: SkillDocument): boolean {
  const after = parseSkillDocument(bytes, "");
  if (after.kind !== "skill" || after.fields.description !== description) return false;
  const others = ({ fields, body }: SkillDocument) => JSON.stringify([{ ...fields, description: "" }, body]);
  return others(after) === others(before);
}
