import { CONFIG_GUIDE, type ConfigKeyGuide } from "@metis-curate/core";
import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";

/** How an amount of money is written; as `parseUsdAsWritten` of core reads it. */
const AMOUNT: JsonSchema = { type: ["string", "number"], pattern: "^\\d+(?:\\.\\d+)?$", minimum: 0 };
const NUMBER: JsonSchema = { type: "number" };

/**
 * The JSON Schema of `config.yaml` for editors, from the schemas that decode it. Rules between keys, and checks that
 * are code, are the decoder's alone. Other top-level keys belong to other programs.
 */
export function writeConfigSchema(): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of Metis Curator",
    description: "~/.metis/config.yaml, <workspace>/.metis/config.yaml and --config.",
    type: ["object", "null"],
    properties: Object.fromEntries(
      CONFIG_GUIDE.map(({ name, meaning, keys, schema: whole }) => [
        name,
        whole === null
          ? {
              description: meaning,
              type: ["object", "null"],
              properties: propertiesOf(keys),
              additionalProperties: false,
            }
          : { description: meaning, ...jsonSchemaOf(whole), type: ["object", "null"] },
      ]),
    ),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function propertiesOf(keys: readonly ConfigKeyGuide[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    keys.map(({ name, meaning, unit, initial, allowed, inWorkspace, schema }) => [
      name,
      {
        description: [
          `${meaning}${unit === null ? "" : ` Unit: ${unit}.`}`,
          `Allowed: ${allowed}.`,
          inWorkspace === null ? "Not in a workspace's file." : `${inWorkspace.replace(/^a/, "A")}.`,
        ].join("\n"),
        default: initial as JsonSchema["default"],
        ...jsonSchemaOf(schema),
      },
    ]),
  );
}

function jsonSchemaOf(schema: GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema }) => {
      if (valibotSchema.type === "instance") return NUMBER;
      if (valibotSchema.type === "union") return AMOUNT;
      return valibotSchema.type === "custom" ? AMOUNT : undefined;
    },
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === "max_value" && JSON.stringify(valibotAction).includes('"requirement":null')
        ? jsonSchema
        : undefined,
  });
  return converted;
}
