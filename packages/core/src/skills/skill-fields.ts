import { isMap, isScalar, isSeq } from "yaml";
import { diagnosticOf } from "./diagnostic.ts";
import type { FrontmatterMap } from "./frontmatter-yaml.ts";
import { fieldText, findPair, findStrayAnchor, keyOf, textOf } from "./scalar-text.ts";
import type { Diagnostic, SkillFields } from "./skill.ts";
import { countCodePoints } from "./skill-hash.ts";
import { readTriggers } from "./skill-triggers.ts";

/** Of agentskills.io (CONTRACTS 1.1), in code points. */
export const SKILL_NAME_LENGTH_MAX = 64;
export const SKILL_DESCRIPTION_LENGTH_MAX = 1024;
export const SKILL_COMPATIBILITY_LENGTH_MAX = 500;

const FIELDS = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

interface Read<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

function none<T>(value: T): Read<T> {
  return { value, diagnostics: [] };
}

function readName(frontmatter: FrontmatterMap, directoryName: string): Read<string | null> {
  const field = fieldText(frontmatter, "name");
  const name = field.kind === "text" ? field.text : null;
  const diagnostics: Diagnostic[] = [];
  const position = field.kind === "absent" ? undefined : frontmatter.positionOf(field.node);
  if (name?.normalize("NFC") !== directoryName.normalize("NFC")) {
    const written = name === null ? "there is no name" : `the name is ${JSON.stringify(name)}`;
    const message = `${written}; write name: ${directoryName}, as the directory is called`;
    diagnostics.push(diagnosticOf("name-mismatch", message, position));
  }
  const length = name === null ? 0 : countCodePoints(name);
  if (length > SKILL_NAME_LENGTH_MAX) {
    const message = `the name has ${length} characters; at most ${SKILL_NAME_LENGTH_MAX} are portable`;
    diagnostics.push(diagnosticOf("name-too-long", message, position));
  }
  return { value: name, diagnostics };
}

function checkDescription(frontmatter: FrontmatterMap, description: string): readonly Diagnostic[] {
  const length = countCodePoints(description);
  if (length <= SKILL_DESCRIPTION_LENGTH_MAX) return [];
  const field = fieldText(frontmatter, "description");
  const position = field.kind === "text" ? frontmatter.positionOf(field.node) : undefined;
  const message = `the description has ${length} characters; shorten it to ${SKILL_DESCRIPTION_LENGTH_MAX}`;
  return [diagnosticOf("description-too-long", message, position)];
}

function readOptionalText(frontmatter: FrontmatterMap, key: string, lengthMax: number): Read<string | null> {
  const field = fieldText(frontmatter, key);
  if (field.kind === "absent") return none(null);
  const position = frontmatter.positionOf(field.node);
  if (field.kind === "not-text") {
    return { value: null, diagnostics: [diagnosticOf("bad-metadata", `${key} is not text`, position)] };
  }
  if (countCodePoints(field.text) <= lengthMax) return none(field.text);
  const message = `${key} is longer than ${lengthMax} characters`;
  return { value: field.text, diagnostics: [diagnosticOf("bad-metadata", message, position)] };
}

function readMetadata(frontmatter: FrontmatterMap): Read<Readonly<Record<string, string>> | null> {
  const value = findPair(frontmatter, "metadata")?.value;
  const field = textOf(frontmatter, value);
  if (field.kind === "absent") return none(null);
  const position = frontmatter.positionOf(field.node);
  if (!isMap(field.node)) {
    const message = "metadata is not a mapping of texts to texts; it is ignored";
    return { value: null, diagnostics: [diagnosticOf("bad-metadata", message, position)] };
  }
  const entries: [string, string][] = [];
  const diagnostics: Diagnostic[] = [];
  for (const pair of field.node.items) {
    const key = keyOf(pair);
    const text = textOf(frontmatter, pair.value);
    if (key !== null && text.kind !== "not-text") {
      entries.push([key, text.kind === "text" ? text.text : ""]);
      continue;
    }
    const at = isScalar(pair.key) ? frontmatter.positionOf(pair.key) : position;
    const message = `metadata.${key ?? "?"} is not one text for another; it is ignored`;
    diagnostics.push(diagnosticOf("bad-metadata", message, at));
  }
  return { value: Object.fromEntries(entries), diagnostics };
}

function readAllowedTools(frontmatter: FrontmatterMap): Read<readonly string[] | null> {
  const value = findPair(frontmatter, "allowed-tools")?.value;
  const field = textOf(frontmatter, value);
  if (field.kind === "absent") return none(null);
  if (field.kind === "text") return none(field.text.split(/\s+/).filter((tool) => tool !== ""));
  const position = frontmatter.positionOf(field.node);
  const items = isSeq(field.node) ? field.node.items.map((item) => textOf(frontmatter, item)) : [];
  const tools = items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
  if (isSeq(field.node) && tools.length === items.length) return none(tools);
  const message = "allowed-tools is not a list of tool names; what is none is ignored";
  return { value: tools, diagnostics: [diagnosticOf("bad-metadata", message, position)] };
}

function findStrayAnchors(frontmatter: FrontmatterMap): readonly Diagnostic[] {
  return FIELDS.flatMap((key) => {
    const anchor = findStrayAnchor(frontmatter, key);
    const field = fieldText(frontmatter, key);
    if (anchor === null || field.kind === "absent") return [];
    const message = `YAML takes &${anchor} in ${key} for an anchor, not for text; put the value in quotes`;
    return [diagnosticOf("unquoted-value", message, frontmatter.positionOf(field.node))];
  });
}

function findUnknown(frontmatter: FrontmatterMap): readonly Diagnostic[] {
  return frontmatter.map.items.flatMap((pair) => {
    const key = keyOf(pair);
    if (key !== null && FIELDS.includes(key)) return [];
    const position = isScalar(pair.key) ? frontmatter.positionOf(pair.key) : undefined;
    const shown = JSON.stringify(key ?? "?");
    return [
      diagnosticOf("unknown-field", `the field ${shown} is none of the six of a skill; it is kept`, position),
    ];
  });
}

/** Reads the six fields leniently: what is wrong with one of them is a diagnostic (CONTRACTS 1.1, 1.2). */
export function readSkillFields(
  frontmatter: FrontmatterMap,
  description: string,
  directoryName: string,
): { readonly fields: SkillFields; readonly diagnostics: readonly Diagnostic[] } {
  const name = readName(frontmatter, directoryName);
  const license = readOptionalText(frontmatter, "license", Number.POSITIVE_INFINITY);
  const compatibility = readOptionalText(frontmatter, "compatibility", SKILL_COMPATIBILITY_LENGTH_MAX);
  const metadata = readMetadata(frontmatter);
  const allowedTools = readAllowedTools(frontmatter);
  const triggers = readTriggers(frontmatter);
  return {
    fields: {
      name: name.value,
      description,
      ...(license.value === null ? {} : { license: license.value }),
      ...(compatibility.value === null ? {} : { compatibility: compatibility.value }),
      ...(metadata.value === null ? {} : { metadata: metadata.value }),
      ...(allowedTools.value === null ? {} : { allowedTools: allowedTools.value }),
      ...(triggers.length === 0 ? {} : { triggers }),
    },
    diagnostics: [
      ...name.diagnostics,
      ...checkDescription(frontmatter, description),
      ...license.diagnostics,
      ...compatibility.diagnostics,
      ...metadata.diagnostics,
      ...allowedTools.diagnostics,
      ...findStrayAnchors(frontmatter),
      ...findUnknown(frontmatter),
    ],
  };
}
