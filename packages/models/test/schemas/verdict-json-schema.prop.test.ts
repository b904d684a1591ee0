import { expect, test } from "bun:test";
import { decodeVerdict } from "@metis-curate/core";
import { type JsonSchema, unwrapVerdict, verdictJsonSchema } from "@metis-curate/models";
import fc from "fast-check";
import { archiveDossier, consolidateDossier, editDossier, rewriteDossier } from "../support/dossiers.ts";

const DOSSIERS = [archiveDossier(), consolidateDossier(), rewriteDossier(), editDossier()];

/** Any value that a schema allows. */
function instanceOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ("anyOf" in schema) return fc.oneof(...schema.anyOf.map(instanceOf));
  switch (schema.type) {
    case "string":
      return schema.enum === undefined
        ? fc.constantFrom("plain text", "deploy-web")
        : fc.constantFrom(...schema.enum);
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(instanceOf(schema.items), { maxLength: 3 });
    case "object":
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, instanceOf(value)])),
      );
  }
}

/** What core may find wrong with an answer of the right shape: names, not keys or types. */
const FAULTS_OF_CONTENT = /archive|survivor|new skill|referenced/;

test.each(DOSSIERS.map((dossier) => ({ dossier, purpose: dossier.purpose })))(
  "every answer that the schema of $purpose allows is one that core can read",
  ({ dossier, purpose }) => {
    fc.assert(
      fc.property(instanceOf(verdictJsonSchema(purpose)), (answer) => {
        const decoded = decodeVerdict(unwrapVerdict(JSON.stringify(answer)), dossier);
        if (decoded.kind === "malformed") expect(decoded.message).toMatch(FAULTS_OF_CONTENT);
      }),
      { numRuns: 60 },
    );
  },
);

test("every object is closed and all of its keys are required, as strict modes want", () => {
  const objects: object[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("properties" in value) objects.push(value);
    for (const inner of Object.values(value)) collect(inner);
  };
  for (const { purpose } of DOSSIERS) collect(verdictJsonSchema(purpose));
  expect(objects.length).toBeGreaterThan(8);
  for (const object of objects) {
    const { properties, required, additionalProperties } = object as ReturnType<typeof verdictJsonSchema>;
    expect(additionalProperties).toBe(false);
    expect([...required].sort()).toEqual(Object.keys(properties).sort());
  }
});
