import { expect, test } from "bun:test";
import { findReferences } from "@metis-curate/core";
import * as fc from "fast-check";

const name = fc.stringMatching(/^[a-z]{1,6}(-[a-z0-9]{1,4}){0,2}$/);
const noise = fc.string({ maxLength: 40 }).map((text) => text.replace(/[`/\\:("']/g, ""));

test("a name written as a path, a load or a key is always found among other text", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
      noise,
      noise,
      (names, before, after) => {
        for (const one of names) {
          for (const form of [`skills/${one}`, `skill_load("${one}")`, `skill: ${one}`]) {
            expect(findReferences(names, `${before} ${form} ${after}`)).toContain(one);
          }
        }
      },
    ),
  );
});

test("a longer name never counts as the shorter one", () => {
  fc.assert(
    fc.property(name, fc.constantFrom("-", "x", "9", "ä", "字", "_z"), (one, glue) => {
      const longer = `${one}${glue}tail`;
      for (const form of [
        `skills/${longer}`,
        `skill_load("${longer}")`,
        `skill: ${longer}`,
        `\`${longer}\` skill`,
      ]) {
        expect(findReferences([one], form).size).toBe(0);
      }
    }),
  );
});

test("whatever the text, only given names are found", () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 4 }), fc.string({ unit: "binary" }), (names, text) => {
      for (const one of findReferences(names, text)) expect(names).toContain(one);
    }),
  );
});
