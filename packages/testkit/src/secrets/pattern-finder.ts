import type { SecretFinder } from "@metis-curate/core";

/** Every secret of a fixture looks like this, and nothing else does. */
export const FIXTURE_SECRET = /\bfixture-secret-[a-z0-9]{4,}\b/g;

/** Returns a finder that takes every match of a global pattern for a secret. */
export function patternFinder(pattern: RegExp = FIXTURE_SECRET): SecretFinder {
  return {
    findSecrets: async (text) =>
      [...text.matchAll(pattern)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        kind: "fixture",
      })),
  };
}
