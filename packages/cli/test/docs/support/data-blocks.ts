import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_GUIDE, mergeConfig, mergeMatchingConfig, mergeScoutConfig } from "@metis-curate/core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse, parseDocument } from "yaml";
import { type Block, REPOSITORY } from "./read-pages.ts";

const DIAGRAM = /^(?:flowchart|sequenceDiagram|stateDiagram-v2)\b/;
const SECTIONS = CONFIG_GUIDE.map(({ name }) => name);

/** The languages whose blocks are data or pictures. */
export const DATA_LANGUAGES: ReadonlySet<string> = new Set([
  "yaml",
  "json",
  "toml",
  "ini",
  "mermaid",
  "markdown",
]);

/** What is wrong with a block of data; null when nothing. */
export function findDataFault({ language, text }: Block): string | null {
  switch (language) {
    case "yaml":
      return findYamlFault(text);
    case "json":
      return faultOf(() => JSON.parse(text));
    case "toml":
      return faultOf(() => Bun.TOML.parse(text));
    case "ini":
      return text.split("\n").find((line) => !/^(?:\[\w+\]|\w+=.*|)$/.test(line)) ?? null;
    case "mermaid":
      return DIAGRAM.test(text) ? null : "is no diagram that GitHub draws";
    case "markdown":
      return text.trim() === "" ? "is empty" : null;
    default:
      return `nobody proves ${language}`;
  }
}

/** A configuration of ours is decoded as the program decodes it, and matches the schema for editors. */
function findYamlFault(text: string): string | null {
  const [problem] = parseDocument(text).errors;
  if (problem !== undefined) return problem.message;
  const value: unknown = parse(text);
  const isOurs = typeof value === "object" && value !== null && SECTIONS.some((name) => name in value);
  if (!isOurs) return null;
  const isWorkspace = /^# .*\/\.metis\/config\.yaml/.test(text) && !text.startsWith("# ~/.metis/");
  const layer = {
    kind: isWorkspace ? "workspace" : "global",
    path: "config.yaml",
    content: { text },
  } as const;
  const merged = [mergeConfig([layer]), mergeMatchingConfig([layer]), mergeScoutConfig([layer])];
  const [error] = merged.flatMap((one) => (one.ok ? [] : one.errors));
  if (error !== undefined) return error.message;
  const schema = JSON.parse(readFileSync(join(REPOSITORY, "docs/metis.schema.json"), "utf8"));
  return new Ajv2020({ allowUnionTypes: true }).validate(schema, value)
    ? null
    : "does not match docs/metis.schema.json";
}

function faultOf(parseIt: () => unknown): string | null {
  try {
    parseIt();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
