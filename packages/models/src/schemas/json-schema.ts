/** The part of JSON Schema that both vendors and the local servers take for structured output. */
export type JsonSchema =
  | { readonly type: "string"; readonly description?: string; readonly enum?: readonly string[] }
  | { readonly type: "boolean" }
  | { readonly type: "array"; readonly items: JsonSchema }
  | ObjectSchema
  | { readonly anyOf: readonly ObjectSchema[] };

export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** A closed object with all of its properties required: strict modes allow no other. */
export function closedObject(properties: Readonly<Record<string, JsonSchema>>): ObjectSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
