import type { Dossier } from "@metis-curate/core";
import { closedObject, type JsonSchema, type ObjectSchema } from "./json-schema.ts";

/** The one key of a structured answer: strict modes want an object, not a choice of objects, at the top. */
export const VERDICT_KEY = "verdict";

const TEXT: JsonSchema = { type: "string" };
const TEXTS: JsonSchema = { type: "array", items: TEXT };

const SKIP = closedObject({ action: oneOf("skip"), reason: TEXT });

/** The closed shapes of CONTRACTS 8.2 by purpose. Lengths and names are checked by core when it decodes. */
const SHAPES: Readonly<Record<Dossier["purpose"], readonly ObjectSchema[]>> = {
  archive: [
    closedObject({ action: oneOf("archive"), rationale: TEXT }),
    closedObject({ action: oneOf("keep"), reason: TEXT }),
  ],
  consolidate: [
    closedObject({
      action: oneOf("consolidate"),
      survivor: TEXT,
      new_skill: { type: "boolean" },
      archive: TEXTS,
      new_description: TEXT,
      rationale: TEXT,
    }),
    SKIP,
  ],
  rewrite: [
    closedObject({
      body: TEXT,
      dropped: { type: "array", items: closedObject({ item: TEXT, reason: TEXT }) },
    }),
    SKIP,
  ],
  edit: [closedObject({ action: oneOf("edit"), diff: TEXT, rationale: TEXT }), SKIP],
};

/** Returns the JSON schema of a purpose's answer: `{verdict: <one of the closed shapes>}` (CONTRACTS 8.2). */
export function verdictJsonSchema(purpose: Dossier["purpose"]): ObjectSchema {
  return closedObject({ [VERDICT_KEY]: { anyOf: SHAPES[purpose] } });
}

function oneOf(...values: readonly string[]): JsonSchema {
  return { type: "string", enum: values };
}
