import { Document, Scalar } from "yaml";
import { parseSkillDocument, SKILL_FILE_BYTES_MAX } from "./parse-skill-document.ts";
import { validateSkillBody } from "./skill-body.ts";
import { SKILL_COMPATIBILITY_LENGTH_MAX } from "./skill-fields.ts";
import { countCodePoints, normalizeLineEnds } from "./skill-hash.ts";
import { validateSkillDescription, validateSkillName } from "./skill-name.ts";
import { trimEndOf } from "./trim-end-of.ts";

export interface NewSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly allowedTools?: readonly string[];
}

/** A field of a new skill that breaks CONTRACTS 1.1; `message` is one line. */
export interface InvalidNewSkill {
  readonly field:
    | "name"
    | "description"
    | "body"
    | "license"
    | "compatibility"
    | "metadata"
    | "allowed-tools";
  readonly message: string;
}

function validateCompatibility(compatibility: string | undefined): string | null {
  if (compatibility === undefined) return null;
  const length = countCodePoints(compatibility);
  if (compatibility.trim() === "") return "compatibility is blank";
  if (length <= SKILL_COMPATIBILITY_LENGTH_MAX) return null;
  return `compatibility has ${length} characters, at most ${SKILL_COMPATIBILITY_LENGTH_MAX}`;
}

function validateTools(tools: readonly string[] | undefined): string | null {
  const bad = tools?.find((tool) => tool === "" || /\s/.test(tool));
  return bad === undefined ? null : `the tool ${JSON.stringify(bad)} is empty or holds a blank`;
}

function findMalformedText(skill: NewSkill): InvalidNewSkill | null {
  const message = "is not valid Unicode";
  const metadata = Object.entries(skill.metadata ?? {}).flat();
  if (!(skill.license ?? "").isWellFormed()) return { field: "license", message: `license ${message}` };
  if (!metadata.every((text) => text.isWellFormed()))
    return { field: "metadata", message: `metadata ${message}` };
  const rest = [skill.compatibility ?? "", ...(skill.allowedTools ?? [])];
  return rest.every((text) => text.isWellFormed())
    ? null
    : { field: "compatibility", message: `a field ${message}` };
}

/** Returns the first field that may not be written, or null: writing is strict (CONTRACTS 1.1, 1.2). */
export function validateNewSkill(skill: NewSkill): InvalidNewSkill | null {
  const checks = [
    { field: "name", message: validateSkillName(skill.name) },
    { field: "description", message: validateSkillDescription(skill.description) },
    { field: "body", message: validateSkillBody(skill.body) },
    { field: "compatibility", message: validateCompatibility(skill.compatibility) },
    { field: "allowed-tools", message: validateTools(skill.allowedTools) },
  ] as const;
  for (const { field, message } of checks) if (message !== null) return { field, message };
  return findMalformedText(skill) ?? findUnreadable(skill);
}

/** The pair of every write: what the reader makes of it must be what was meant. */
function findUnreadable(skill: NewSkill): InvalidNewSkill | null {
  const bytes = formatNewSkill(skill);
  if (bytes.length > SKILL_FILE_BYTES_MAX)
    return { field: "body", message: "SKILL.md would be larger than 1 MiB" };
  const document = parseSkillDocument(bytes, skill.name);
  if (document.kind === "skipped") return { field: "metadata", message: document.diagnostic.message };
  const same = document.fields.description === skill.description && document.fields.name === skill.name;
  return same
    ? null
    : { field: "description", message: "the description cannot be written so that it is read alike" };
}

function toScalar(text: string): Scalar<string> {
  const scalar = new Scalar(text);
  scalar.type = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ,.()/_-]*$/u.test(text) ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE;
  return scalar;
}

function toFields(skill: NewSkill): readonly (readonly [string, unknown])[] {
  const metadata = Object.entries(skill.metadata ?? {});
  const fields: (readonly [string, unknown])[] = [
    ["name", toScalar(skill.name)],
    ["description", toScalar(skill.description)],
  ];
  if (skill.license !== undefined) fields.push(["license", toScalar(skill.license)]);
  if (skill.compatibility !== undefined) fields.push(["compatibility", toScalar(skill.compatibility)]);
  if (metadata.length > 0) {
    fields.push(["metadata", new Map(metadata.map(([key, text]) => [toScalar(key), toScalar(text)]))]);
  }
  if (skill.allowedTools !== undefined && skill.allowedTools.length > 0) {
    fields.push(["allowed-tools", toScalar(skill.allowedTools.join(" "))]);
  }
  return fields;
}

/**
 * Returns the bytes of a new SKILL.md: LF, one final newline, no BOM, values quoted where YAML 1.1 or 1.2
 * would read them as something else than text. Read back it gives the same fields and, up to line ends and
 * outer newlines, the same body. Call `validateNewSkill` first: what it refuses may not read back.
 */
export function formatNewSkill(skill: NewSkill): Uint8Array {
  const document = new Document(new Map(toFields(skill)), { compat: "yaml-1.1", version: "1.2" });
  const frontmatter = document.toString({ lineWidth: 0, doubleQuotedAsJSON: true });
  const body = trimEndOf(normalizeLineEnds(skill.body).replace(/^[\ufeff\n]+/, ""), "\n");
  return new TextEncoder().encode(`---\n${frontmatter}---\n\n${body}\n`);
}
