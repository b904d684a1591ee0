import { diagnosticOf, type TextPosition } from "./diagnostic.ts";
import { FRONTMATTER_LENGTH_MAX, type FrontmatterMap, parseFrontmatter } from "./frontmatter-yaml.ts";
import { recoverDescription } from "./recover-description.ts";
import { fieldText, findPair, findStrayAnchor } from "./scalar-text.ts";
import { SKILL_FILE_BYTES_MAX } from "./scan-limits.ts";
import { parseSimpleFrontmatter } from "./simple-frontmatter.ts";
import type { Diagnostic, DiagnosticKind, SkillFields } from "./skill.ts";
import { readSkillFields } from "./skill-fields.ts";
import { normalizeLineEnds, skillFileHash, skillSizeTokens, skillVersion } from "./skill-hash.ts";
import { splitSkillText } from "./skill-text.ts";

export { SKILL_FILE_BYTES_MAX } from "./scan-limits.ts";

/** Above this the body costs more context than is advised (CONTRACTS 1.3). */
export const SKILL_TOKENS_ADVISED_MAX = 5_000;

export interface SkippedDocument {
  readonly kind: "skipped";
  readonly diagnostic: Diagnostic;
}

export interface SkillDocument {
  readonly kind: "skill";
  readonly fields: SkillFields;
  readonly body: string;
  readonly version: string;
  readonly fileHash: string;
  readonly sizeTokens: number;
  readonly diagnostics: readonly Diagnostic[];
}

interface Described {
  readonly kind: "described";
  readonly frontmatter: FrontmatterMap;
  readonly description: string;
  readonly diagnostics: readonly Diagnostic[];
}

function skip(kind: DiagnosticKind, message: string, position?: TextPosition): SkippedDocument {
  return { kind: "skipped", diagnostic: diagnosticOf(kind, message, position) };
}

const ADVICE = {
  notUtf8: "SKILL.md is not valid UTF-8; save it as UTF-8",
  noFrontmatter:
    "SKILL.md does not start with a line ---; begin it with name and description between two such lines",
  unclosed: "the frontmatter is not closed; put a line --- after its last field",
  tooLarge: `SKILL.md or its frontmatter is too large (at most ${SKILL_FILE_BYTES_MAX} bytes, frontmatter ${FRONTMATTER_LENGTH_MAX} characters)`,
  missing: "there is no description; say in one what the skill does and when to use it",
  notText: "the description is not a text; put it in quotes",
} as const;

function describe(frontmatter: FrontmatterMap): Described | SkippedDocument {
  const field = fieldText(frontmatter, "description");
  if (field.kind === "text" && field.text.trim() !== "") {
    return { kind: "described", frontmatter, description: field.text, diagnostics: [] };
  }
  const key = findPair(frontmatter, "description")?.key;
  const position = isPositioned(key) ? frontmatter.positionOf(key) : undefined;
  return skip("missing-description", field.kind === "not-text" ? ADVICE.notText : ADVICE.missing, position);
}

type Positioned = Parameters<FrontmatterMap["positionOf"]>[0];

function isPositioned(key: unknown): key is Positioned {
  return typeof key === "object" && key !== null && "range" in key;
}

/** Reads again with the description quoted; null when that does not help. */
function describeRecovered(text: string): Described | null {
  const recovered = recoverDescription(text);
  if (recovered === null) return null;
  const parsed = parseFrontmatter(recovered.frontmatter);
  if (parsed.kind === "invalid") return null;
  const described = describe(parsed);
  if (described.kind === "skipped") return null;
  const { line, column, fix } = recovered;
  const message = `the description needs quotes; write ${fix}`;
  return { ...described, diagnostics: [diagnosticOf("unquoted-value", message, { line, column })] };
}

function readFrontmatter(text: string): Described | SkippedDocument {
  const simple = parseSimpleFrontmatter(text);
  if (simple === null && text.length > FRONTMATTER_LENGTH_MAX) return skip("too-large", ADVICE.tooLarge);
  const parsed = simple ?? parseFrontmatter(text);
  if (parsed.kind === "invalid") {
    return (
      describeRecovered(text) ??
      skip("invalid-yaml", `the frontmatter is not valid YAML: ${parsed.message}`, parsed.position)
    );
  }
  const described = describe(parsed);
  const misread =
    fieldText(parsed, "description").kind === "not-text" || findStrayAnchor(parsed, "description") !== null;
  return misread ? (describeRecovered(text) ?? described) : described;
}

function adviseSize(sizeTokens: number): readonly Diagnostic[] {
  if (sizeTokens <= SKILL_TOKENS_ADVISED_MAX) return [];
  const message = `the body has about ${sizeTokens} tokens; at most ${SKILL_TOKENS_ADVISED_MAX} are advised, move parts to references/`;
  return [diagnosticOf("over-token-advice", message)];
}

/**
 * Reads the bytes of SKILL.md leniently (CONTRACTS 1.2); the same bytes always give the same value.
 * Skipped: `not-utf-8`, `no-frontmatter` (also when it is not closed), `invalid-yaml`, `missing-description`
 * (absent, empty or blank; `null` and `~` are kept as the text they were written as), `too-large`.
 * Everything else loads, with diagnostics. `directoryName` is the skill's identity.
 */
export function parseSkillDocument(
  bytes: Uint8Array,
  directoryName: string,
): SkillDocument | SkippedDocument {
  if (bytes.length > SKILL_FILE_BYTES_MAX) return skip("too-large", ADVICE.tooLarge);
  const split = splitSkillText(bytes);
  if (split.kind === "not-utf-8") return skip("not-utf-8", ADVICE.notUtf8);
  if (split.kind === "no-frontmatter") {
    return skip("no-frontmatter", split.unclosed ? ADVICE.unclosed : ADVICE.noFrontmatter, {
      line: 1,
      column: 1,
    });
  }
  const { frontmatter, body } = split.text;
  const described = readFrontmatter(normalizeLineEnds(frontmatter));
  if (described.kind === "skipped") return described;
  const { fields, diagnostics } = readSkillFields(
    described.frontmatter,
    described.description,
    directoryName,
  );
  const sizeTokens = skillSizeTokens(body);
  return {
    kind: "skill",
    fields,
    body,
    version: skillVersion(body),
    fileHash: skillFileHash(bytes),
    sizeTokens,
    diagnostics: [...described.diagnostics, ...diagnostics, ...adviseSize(sizeTokens)],
  };
}
