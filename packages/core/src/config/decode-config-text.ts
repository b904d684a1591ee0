import { isScalar, parseDocument, visit } from "yaml";
import { type ConfigError, fileError, keyError, showValue } from "./config-error.ts";
import { CONFIG_KEYS } from "./keys/index.ts";
import { editDistance } from "./nearest-key.ts";
import { NumberLiteral, withPlainNumbers } from "./number-literal.ts";

/** Times an alias may be expanded: enough for a person, too few for a bomb. */
const ALIASES_MAX = 100;
const SECTION = "curator";

/** The `curator:` section as written; numbers are `NumberLiteral`. */
export type ConfigSection = Readonly<Record<string, unknown>>;

export type DecodedConfigText =
  | {
      readonly ok: true;
      /** Empty when the file has none. */
      readonly section: ConfigSection;
      /** Other top-level keys, for the rooms that own them. */
      readonly others: Readonly<Record<string, unknown>>;
      /** One line each. */
      readonly notices: readonly string[];
    }
  | { readonly ok: false; readonly errors: readonly ConfigError[] };

/**
 * Decodes a configuration file: YAML 1.2 core. Errors: broken YAML, duplicate keys, several documents, too many
 * aliases, a document or a `curator:` that is no mapping, a misspelt `curator:`. Other top-level keys belong to other
 * programs or rooms and are left alone; a key of ours among them is a notice. `source` names the file. Never throws.
 */
export function decodeConfigText(text: string, source: string): DecodedConfigText {
  const parsed = parseYaml(text.replace(/^\uFEFF/, ""));
  if (parsed.kind === "broken") return failed(fileError(source, parsed.message));
  const { value } = parsed;
  if (value === null || value === undefined) return { ok: true, section: {}, others: {}, notices: [] };
  if (!isMapping(value)) return failed(fileError(source, `must be a mapping, is ${showValue(value)}`));
  const { [SECTION]: section = null, ...others } = value;
  const misspelt = Object.keys(others).find(isMisspelt);
  if (misspelt !== undefined) {
    return failed(keyError(source, misspelt, `unknown section; did you mean ${SECTION}?`));
  }
  if (section !== null && !isMapping(section)) {
    return failed(keyError(source, SECTION, `${showValue(section)} is not allowed; allowed: a mapping`));
  }
  const notices = Object.keys(others)
    .filter((key) => Object.hasOwn(CONFIG_KEYS, key))
    .map((key) => `${source}: ${key} is ignored, because it is not under ${SECTION}:`);
  return { ok: true, section: section ?? {}, others: withPlainNumbers(others) as ConfigSection, notices };
}

type ParsedYaml =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "broken"; readonly message: string };

function parseYaml(text: string): ParsedYaml {
  try {
    const document = parseDocument(text, { version: "1.2", schema: "core", uniqueKeys: true });
    const [error] = document.errors;
    if (error !== undefined) return { kind: "broken", message: error.message };
    visit(document, {
      Scalar(key, node) {
        if (key === "key" || typeof node.value !== "number") return;
        node.value = new NumberLiteral(node.value, isScalar(node) ? (node.source ?? "") : "");
      },
    });
    return { kind: "value", value: document.toJS({ maxAliasCount: ALIASES_MAX }) };
  } catch (error) {
    // The parser throws on alias bombs and on nesting that exhausts the stack.
    return { kind: "broken", message: error instanceof Error ? error.message : "cannot be read as YAML" };
  }
}

function isMapping(value: unknown): value is ConfigSection {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral)
  );
}

function isMisspelt(key: string): boolean {
  return editDistance(key.toLowerCase(), SECTION, 3) < 3;
}

function failed(...errors: readonly ConfigError[]): DecodedConfigText {
  return { ok: false, errors };
}
