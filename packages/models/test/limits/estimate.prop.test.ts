import { afterAll, beforeEach, expect, test } from "bun:test";
import type { Dossier } from "@metis-curate/core";
import { FRAMING_TOKENS } from "@metis-curate/models";
import { modelServer, type ServedRequest, worstTokens } from "@metis-curate/testkit";
import fc from "fast-check";
import { dossierSkill, everyDossier, rewriteDossier } from "../support/dossiers.ts";
import { VENDORS } from "../support/vendors.ts";

const seen: ServedRequest[] = [];
/** The dearest provider that can be: every byte of the body a token, its own framing on top, endless answers. */
const server = await modelServer({
  countTokens: worstTokens,
  inputBasis: "body",
  overheadTokens: FRAMING_TOKENS,
  script: (request) => {
    seen.push(request);
    return { kind: "answer", text: "語".repeat(40_000) };
  },
});
afterAll(() => server.close());
beforeEach(() => {
  seen.length = 0;
});

const SCRIPTS = fc.oneof(
  fc.constantFrom(
    "const a = `b`;\nif (!x) {}\n",
    '{"a":"\\n"}',
    "部署网站前先检查。",
    "👩🏽‍💻🔥",
    "ключ",
    "\u0000\u202E",
    '"\\"',
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
);
const TEXT = fc.array(SCRIPTS, { maxLength: 80 }).map((parts) => parts.join(""));

test("no bill passes its estimate: ASCII, code, CJK, emoji, controls, escapes", async () => {
  await fc.assert(
    fc.asyncProperty(TEXT, TEXT, fc.constantFrom(...VENDORS), async (description, body, vendor) => {
      const model = vendor.make(server);
      for (const dossier of everyDossier(dossierSkill("a-skill", { description, body }))) {
        const request = { purpose: dossier.purpose, dossier };
        const estimate = model.estimate(request);
        const answer = await model.ask(request);
        if (answer.kind !== "answer") throw new Error(answer.message);
        const { inputTokens, cachedInputTokens, cacheCreationInputTokens, outputTokens } = answer.usage;
        expect(inputTokens + cachedInputTokens + cacheCreationInputTokens).toBeLessThanOrEqual(
          estimate.inputTokens,
        );
        expect(outputTokens).toBe(estimate.outputTokens);
      }
    }),
    { numRuns: 15 },
  );
});

test("the estimate is at least the body as it was sent and the framing", async () => {
  for (const vendor of VENDORS) {
    const model = vendor.make(server);
    for (const dossier of everyDossier(dossierSkill("a-skill", { body: "部署\n".repeat(50) }))) {
      await model.ask({ purpose: dossier.purpose, dossier });
      const bytes = seen.at(-1)?.bodyBytes ?? Number.NaN;
      const { inputTokens } = model.estimate({ purpose: dossier.purpose, dossier });
      expect(inputTokens).toBeGreaterThanOrEqual(bytes + FRAMING_TOKENS);
    }
  }
});

test("a rewrite reserved before its survivor is known covers every choice of the confirmation", () => {
  const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 64 });
  const member = fc.record({ name, body: TEXT }).map((part) => dossierSkill(part.name, { body: part.body }));
  const members = fc.uniqueArray(member, { minLength: 2, maxLength: 5, selector: (one) => one.name });
  fc.assert(
    fc.property(members, name, fc.constantFrom(...VENDORS), (all, newName, vendor) => {
      const model = vendor.make(server);
      const estimateOf = (dossier: Dossier) => model.estimate({ purpose: "rewrite", dossier });
      const reserved = estimateOf(rewriteDossier(all));
      const names = all.map((one) => one.name);
      for (const survivor of [...names, newName]) {
        const others = names.filter((one) => one !== survivor);
        for (const archive of [others, others.slice(0, 1)]) {
          expect(estimateOf(rewriteDossier(all, { survivor, archive }))).toEqual(reserved);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test("no choice of a survivor asks for more than the estimate", async () => {
  const all = [dossierSkill("a", { body: "x".repeat(900) }), dossierSkill("b"), dossierSkill("c")];
  const names = all.map((one) => one.name);
  for (const vendor of VENDORS) {
    const model = vendor.make(server);
    for (const survivor of [...names, "語".repeat(64)]) {
      const dossier = rewriteDossier(all, { survivor, archive: names.filter((one) => one !== survivor) });
      await model.ask({ purpose: "rewrite", dossier });
      const { inputTokens, outputTokens } = model.estimate({ purpose: "rewrite", dossier });
      expect((seen.at(-1)?.bodyBytes ?? Number.NaN) + FRAMING_TOKENS).toBeLessThanOrEqual(inputTokens);
      expect(seen.at(-1)?.maxTokens).toBeLessThanOrEqual(outputTokens);
    }
  }
});
