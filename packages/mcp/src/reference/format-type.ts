import * as v from "valibot";
import type { JsonSchema } from "../schemas/json-schema.ts";

const INDENT = "  ";

const node = v.looseObject({
  type: v.optional(v.string()),
  description: v.optional(v.string()),
  const: v.optional(v.unknown()),
  enum: v.optional(v.array(v.unknown())),
  anyOf: v.optional(v.array(v.record(v.string(), v.unknown()))),
  items: v.optional(v.record(v.string(), v.unknown())),
  properties: v.optional(v.record(v.string(), v.record(v.string(), v.unknown()))),
  required: v.optional(v.array(v.string()), []),
});

/** Returns a JSON Schema as people read types: `{ name: string, … }[]`, a field a line, each with its description. */
export function formatType(schema: JsonSchema, indent = ""): string {
  const { type, const: only, enum: words, anyOf, items, properties, required } = v.parse(node, schema);
  if (only !== undefined) return JSON.stringify(only);
  if (words !== undefined) return words.map((word) => JSON.stringify(word)).join(" | ");
  if (anyOf !== undefined) return [...new Set(anyOf.map((one) => formatType(one, indent)))].join(" | ");
  if (type === "array") return `${inBrackets(formatType(items ?? {}, indent))}[]`;
  if (type !== "object") return type ?? "any";
  if (properties === undefined) return "object";
  const inner = `${indent}${INDENT}`;
  const lines = Object.entries(properties).map(([name, field]) => {
    const { description } = v.parse(node, field);
    const note = description === undefined ? "" : ` // ${description}`;
    return `${inner}${name}${required.includes(name) ? "" : "?"}: ${formatType(field, inner)}${note}`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function inBrackets(type: string): string {
  return type.includes(" | ") && !type.startsWith("{") ? `(${type})` : type;
}
