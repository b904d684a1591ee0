import type { OpenApiDocument } from "./openapi-document.ts";

export interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly values: string;
  readonly meaning: string;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly responses: readonly {
    readonly status: string;
    readonly text: string;
    /** JSON, indented. */
    readonly schema: string | null;
  }[];
}

type Fields = Readonly<Record<string, unknown>>;

/** What a person wants to know of each route of a document, in its order. */
export function listOperations(document: OpenApiDocument): readonly Operation[] {
  return Object.entries(toFields(document.paths)).flatMap(([path, item]) =>
    Object.entries(toFields(item)).map(([method, operation]) =>
      toOperation(path, method, toFields(operation)),
    ),
  );
}

function toOperation(path: string, method: string, operation: Fields): Operation {
  return {
    id: textAt(operation, "operationId"),
    method: method.toUpperCase(),
    path,
    summary: textAt(operation, "summary"),
    description: textAt(operation, "description"),
    parameters: listAt(operation, "parameters").map(toParameter),
    responses: Object.entries(toFields(operation["responses"])).map(([status, response]) => ({
      status,
      text: textAt(toFields(response), "description"),
      schema: schemaOf(toFields(response)),
    })),
  };
}

function toParameter(parameter: Fields): Parameter {
  const schema = toFields(parameter["schema"]);
  const values = schema["enum"];
  return {
    name: textAt(parameter, "name"),
    place: textAt(parameter, "in"),
    values: Array.isArray(values) ? values.join(", ") : textAt(schema, "pattern") || textAt(schema, "type"),
    meaning: textAt(parameter, "description") || textAt(schema, "description") || describeDefault(schema),
  };
}

/** For a parameter without words of its own. */
function describeDefault(schema: Fields): string {
  const value = textAt(schema, "default");
  return value === "" ? "" : `default ${value}`;
}

function schemaOf(response: Fields): string | null {
  const [content] = Object.values(toFields(response["content"]));
  const schema = toFields(content)["schema"];
  return schema === undefined ? null : JSON.stringify(schema, null, 2);
}

function textAt(fields: Fields, key: string): string {
  const value = fields[key];
  return typeof value === "string" ? value : "";
}

function listAt(fields: Fields, key: string): readonly Fields[] {
  const value = fields[key];
  return Array.isArray(value) ? value.map(toFields) : [];
}

function toFields(value: unknown): Fields {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value));
}
