import { expect, test } from "bun:test";
import { patternFinder } from "@metis-curate/testkit";
import { SECRETS_MAX } from "../../src/secrets/find-secret-ranges.ts";
import { hideSecrets } from "../../src/secrets/index.ts";
import { editDossier } from "./secret-dossiers.ts";

const bodyOf = (count: number): string =>
  Array.from({ length: count }, (_, at) => `fixture-secret-${String(at).padStart(5, "0")}`).join("\n");

test("a skill may hold as many secrets as the limit says", async () => {
  const hidden = await hideSecrets(patternFinder(), editDossier(bodyOf(SECRETS_MAX)));
  expect(hidden.kind === "hidden" ? hidden.vault.secrets.length : hidden.message).toBe(SECRETS_MAX);
});

test("one with more is not sent, instead of being searched for each of them", async () => {
  expect(await hideSecrets(patternFinder(), editDossier(bodyOf(SECRETS_MAX + 1)))).toEqual({
    kind: "unsendable",
    message: "it holds more than 1000 secrets",
  });
});
