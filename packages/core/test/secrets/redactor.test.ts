import { describe, expect, test } from "bun:test";
import { createRedactor, type SecretFinder } from "@metis-curate/core";
import { patternFinder } from "@metis-curate/testkit";

const SECRET = "fixture-secret-ab12";

describe("a redactor", () => {
  test("replaces each secret by its kind and keeps everything else", async () => {
    const finder: SecretFinder = {
      findSecrets: async () => [
        { start: 0, end: 2, kind: "a" },
        { start: 4, end: 6, kind: "b" },
      ],
    };
    expect(await createRedactor(finder).text("xx, yy!")).toBe("[redacted a], [redacted b]!");
  });

  test("finds secrets anywhere in a JSON value", async () => {
    const value = { list: [SECRET, 1, null, { [`k ${SECRET}`]: `v ${SECRET}` }], ok: true, text: "fine" };
    const shown = await createRedactor(patternFinder()).json(value);
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect(shown).toMatchObject({ ok: true, text: "fine" });
  });

  test("asks about the same text once", async () => {
    let asked = 0;
    const finder: SecretFinder = {
      findSecrets: async () => {
        asked += 1;
        return [];
      },
    };
    const redactor = createRedactor(finder);
    await Promise.all([redactor.text("same"), redactor.text("same"), redactor.text("")]);
    expect(asked).toBe(1);
  });
});
