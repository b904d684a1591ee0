import { parseSkillDocument, SKILL_FILE_BYTES_MAX } from "./parse-skill-document.ts";
import { validateSkillBody } from "./skill-body.ts";
import { normalizeLineEnds } from "./skill-hash.ts";
import { type SkillText, splitSkillText } from "./skill-text.ts";
import { trimEndOf } from "./trim-end-of.ts";

export type ReplacedSkillBody =
  | { readonly kind: "written"; readonly bytes: Uint8Array }
  /** One line: why the file was not rewritten. */
  | { readonly kind: "refused"; readonly message: string };

const BOM = "\ufeff";

function refuse(message: string): ReplacedSkillBody {
  return { kind: "refused", message };
}

/** Line ends and the final newline, or its absence, are those of the old file. */
function shapeBody(text: SkillText, newBody: string): string {
  const inner = trimEndOf(normalizeLineEnds(newBody).replace(/^[\ufeff\n]+/, ""), "\n");
  const old = `${text.closing}${text.gap}${text.body}`;
  const end = /[\r\n]$/.test(old) ? "\n" : "";
  return `${inner}${end}`.replaceAll("\n", text.lineEnd);
}

function join(text: SkillText, body: string): string {
  // EOF may have followed the closing fence directly.
  const closing = /[\r\n]$/.test(text.closing) ? text.closing : `${text.closing}${text.lineEnd}`;
  return `${text.bom ? BOM : ""}${text.opening}${text.frontmatter}${closing}${text.gap}${body}`;
}

/**
 * Returns the bytes of SKILL.md with another body: BOM, frontmatter and the blank lines below it stay byte
 * for byte; line ends and the final newline (or its absence) are as found (CONTRACTS 1.2). Leading and
 * surplus final newlines of the new body are dropped. Refused: a file that does not load as a skill, a body
 * that is blank, starts with a frontmatter fence or holds a second frontmatter, a result above 1 MiB.
 */
export function replaceSkillBody(bytes: Uint8Array, newBody: string): ReplacedSkillBody {
  const invalid = validateSkillBody(newBody);
  if (invalid !== null) return refuse(invalid);
  const split = splitSkillText(bytes);
  if (split.kind !== "split") return refuse(`SKILL.md cannot be rewritten: ${split.kind}`);
  const document = parseSkillDocument(bytes, "");
  if (document.kind === "skipped") return refuse(`SKILL.md cannot be rewritten: ${document.diagnostic.kind}`);
  const body = shapeBody(split.text, newBody);
  const written = new TextEncoder().encode(join(split.text, body));
  if (written.length > SKILL_FILE_BYTES_MAX) return refuse("SKILL.md would be larger than 1 MiB");
  return { kind: "written", bytes: written };
}
