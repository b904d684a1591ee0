import { type Document, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { findDuplicateKey } from "../skills/duplicate-key.ts";
import { nestsTooDeeply } from "../skills/yaml-nesting.ts";
import { type ConfigError, fileError, keyError, showValue } from "./config-error.ts";
import { CONFIG_KEYS } from "./keys/index.ts";
import { editDistance } from "./nearest-key.ts";
import { NumberLiteral, withPlainNumbers } from "./number-literal.ts";

/** Aliases in a file, and times that one may be expanded: enough for a person, too few for a bomb. */
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
  if (nestsTooDeeply(text)) return { kind: "broken", message: "is nested too deeply" };
  try {
    const lineCounter = new LineCounter();
    const document = parseDocument(text, {
      version: "1.2",
      schema: "core",
      uniqueKeys: false,
      lineCounter,
      logLevel: "error",
    });
    const problem =
      document.errors[0]?.message ?? describeDuplicate(document, lineCounter) ?? describeAliases(document);
    if (problem !== null) return { kind: "broken", message: problem };
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

function describeDuplicate(document: Document.Parsed, lineCounter: LineCounter): string | null {
  let message: string | null = null;
  visit(document, {
    Map(_, map) {
      const found = findDuplicateKey(map);
      if (found === null) return undefined;
      const { line, col } = lineCounter.linePos(found.offset ?? 0);
      message = `keys must be unique, "${found.key}" occurs twice at line ${line}, column ${col}`;
      return visit.BREAK;
    },
  });
  return message;
}

/** Each alias costs a walk through the whole document. */
function describeAliases(document: Document.Parsed): string | null {
  let count = 0;
  visit(document, {
    Alias() {
      count += 1;
    },
  });
  return count > ALIASES_MAX ? `has ${count} aliases, at most ${ALIASES_MAX} are read` : null;
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
