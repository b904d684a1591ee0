import { describe, expect, test } from "bun:test";
import type { SecretFinder } from "@metis-curate/core";

const STRANGE_TEXTS = ["", " ", "\0", "\ud800", "😀".repeat(50), "a".repeat(20_000), "⟦secret:1f2e3d4c:1⟧"];

/** The laws of the `SecretFinder` port; `secrets` are credentials that this finder must know. */
export function secretFinderContract(
  name: string,
  makeFinder: () => SecretFinder,
  secrets: readonly string[],
): void {
  const check = async (text: string) => {
    const spans = await makeFinder().findSecrets(text);
    let from = 0;
    for (const { start, end } of spans) {
      expect(start).toBeGreaterThanOrEqual(from);
      expect(end).toBeGreaterThan(start);
      from = end;
    }
    expect(from).toBeLessThanOrEqual(text.length);
    return spans;
  };
  describe(`${name} keeps the secret finder contract`, () => {
    test.each(secrets.map((secret, index) => [index, secret]))(
      "covers all of secret %i",
      async (_, secret) => {
        for (const text of [
          `${secret}`,
          `Use "${secret}" here.\n`,
          `é😀 (${secret}), then \`${secret}\`\n`,
        ]) {
          const spans = await check(text);
          for (let at = text.indexOf(String(secret)); at >= 0; at = text.indexOf(String(secret), at + 1)) {
            const end = at + String(secret).length;
            expect(spans.some((span) => span.start <= at && span.end >= end)).toBe(true);
          }
        }
      },
    );

    test("any text gives spans within it, in order, that do not overlap", async () => {
      for (const text of STRANGE_TEXTS) await check(text);
    });
  });
}
