import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import type { McpTool } from "../tools/tool.ts";
import { failure } from "./failure-schema.ts";

/** A JSON Schema (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The arguments of a tool as clients are told. */
export function inputJsonSchema({ input, shownDefaults }: McpTool): JsonSchema {
  const schema = describe(input);
  const properties = Object.entries(Object(schema["properties"])).map(([name, property]) => [
    name,
    Object.hasOwn(shownDefaults, name) ? { ...Object(property), default: shownDefaults[name] } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The structured content of a tool's results: its report, or with `isError` a failure. */
export function outputJsonSchema(tool: McpTool): JsonSchema {
  return { type: "object", anyOf: [reportJsonSchema(tool), describe(failure)] };
}

/** The report of a tool alone. */
export function reportJsonSchema({ output }: McpTool): JsonSchema {
  return describe(output);
}

function describe(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...json } = toJsonSchema(schema, { target: "draft-2020-12" });
  return json;
}

/**
 * A schema that the SDK announces and does not apply: arguments are checked where a fault can be answered with its kind,
 * reports are typed and their schemas tested.
 */
export function announced(json: JsonSchema): StandardSchemaWithJSON<unknown, unknown> {
  return {
    "~standard": {
      version: 1,
      vendor: "metis-curate",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => ({ ...json }), output: () => ({ ...json }) },
    },
  };
}
