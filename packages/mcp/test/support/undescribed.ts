import type { McpTool } from "../../src/index.ts";
import { outputJsonSchema } from "../../src/schemas/json-schema.ts";

/** Paths of a report that its tool's output schema does not speak of. */
export function findUndescribed(report: unknown, tool: McpTool): readonly string[] {
  const [schema] = Object(outputJsonSchema(tool)["anyOf"]) as readonly unknown[];
  return walk(report, schema, "");
}

function walk(value: unknown, schema: unknown, path: string): readonly string[] {
  const { properties, items, anyOf, additionalProperties } = Object(schema);
  if (Array.isArray(anyOf)) {
    const answers = anyOf.map((one) => walk(value, one, path));
    return answers.sort((a, b) => a.length - b.length)[0] ?? [];
  }
  if (Array.isArray(value)) return value.flatMap((item, at) => walk(item, items, `${path}[${at}]`));
  if (typeof value !== "object" || value === null || additionalProperties !== undefined) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    Object.hasOwn(Object(properties), key)
      ? walk(item, properties[key], `${path}.${key}`)
      : [`${path}.${key}`],
  );
}
