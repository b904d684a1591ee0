import { expect, test } from "bun:test";
import { FIXTURE_SECRET, patternFinder } from "@metis-curate/testkit";
import fc from "fast-check";
import { findLostSecret, hideSecrets, restoreSecrets } from "../../src/secrets/index.ts";
import type { Dossier, Verdict } from "../../src/verdicts/index.ts";
import { editDossier, rewriteDossier, secretArbitrary, secretTextArbitrary } from "./secret-dossiers.ts";

async function hide<D extends Dossier>(dossier: D) {
  // A body that is nothing but secrets is not sent at all.
  const members = "skill" in dossier ? [dossier.skill] : dossier.members;
  fc.pre(!members.some(({ body }) => /^\s*(?:fixture-secret-[a-z0-9]+)+\s*$/.test(body)));
  const hidden = await hideSecrets(patternFinder(), dossier);
  return hidden.kind === "hidden" ? hidden : expect.unreachable(hidden.message);
}

function rewriteOf(body: string): Verdict {
  return { action: "rewrite", body, dropped: [] };
}

const bodiesArbitrary = fc.array(secretTextArbitrary, { minLength: 2, maxLength: 4 });

test("no secret is left in a hidden dossier, and nothing else changes", async () => {
  await fc.assert(
    fc.asyncProperty(bodiesArbitrary, async (bodies) => {
      const { dossier, vault } = await hide(rewriteDossier(bodies));
      const text = JSON.stringify(dossier);
      expect(text.match(FIXTURE_SECRET)).toBeNull();
      for (const { text: secret } of vault.secrets) expect(text).not.toContain(secret);
      const back = vault.secrets.reduce(
        (rest, { placeholder, text: secret }) => rest.replaceAll(placeholder, () => secret),
        text,
      );
      expect(JSON.parse(back)).toEqual(JSON.parse(JSON.stringify(rewriteDossier(bodies))));
    }),
    { numRuns: 150 },
  );
});

test("a body given back as it was sent is the body as it was, and loses no secret", async () => {
  await fc.assert(
    fc.asyncProperty(bodiesArbitrary, async (bodies) => {
      const { dossier, vault } = await hide(rewriteDossier(bodies));
      if (dossier.purpose !== "rewrite") return expect.unreachable();
      const sent = dossier.members.map(({ body }) => body).join("\n");
      const restored = restoreSecrets(rewriteOf(sent), vault);
      if (restored.kind === "refused") return expect.unreachable(restored.message);
      expect(restored.verdict).toEqual(rewriteOf(bodies.join("\n")));
      expect(findLostSecret(vault, bodies, [bodies.join("\n")])).toBeNull();
    }),
    { numRuns: 150 },
  );
});

test("the same secret has one placeholder, different secrets have different ones", async () => {
  await fc.assert(
    fc.asyncProperty(secretArbitrary, secretArbitrary, async (one, other) => {
      const { vault } = await hide(rewriteDossier([`a ${one} b ${other}`, `${other} c ${one}`]));
      const expected = new Set([one, other]);
      expect(new Set(vault.secrets.map(({ text }) => text))).toEqual(expected);
      expect(new Set(vault.secrets.map(({ placeholder }) => placeholder)).size).toBe(expected.size);
    }),
    { numRuns: 60 },
  );
});

test("a rationale never gets a secret, however its placeholder is written", async () => {
  await fc.assert(
    fc.asyncProperty(secretArbitrary, fc.nat(40), async (secret, cut) => {
      const { vault } = await hide(editDossier(`Run it with ${secret}.`));
      const [hidden] = vault.secrets;
      if (hidden === undefined) return expect.unreachable();
      for (const text of [
        hidden.placeholder,
        hidden.placeholder.slice(0, cut),
        hidden.placeholder.toUpperCase(),
      ]) {
        const verdict: Verdict = { action: "archive", rationale: `because of ${text}` };
        const restored = restoreSecrets(verdict, vault);
        if (restored.kind === "refused") return expect.unreachable(restored.message);
        const shown = JSON.stringify(restored.verdict);
        expect(shown).not.toContain(secret);
        if (text.length > 8) expect(shown).not.toContain(vault.id);
      }
    }),
    { numRuns: 60 },
  );
});
