import type { SecretFinder } from "../ports/secret-finder.ts";
import { type RedactedText, redactSecrets } from "../secrets/index.ts";

const REDACTED = "[redacted]";
/** Longest text that an operator's patterns are tried on: a model chooses the text, and can choose a slow one. */
export const REDACTED_CHARACTERS_MAX = 2_000;

/**
 * Scrubs what the finder takes for a secret, and an operator's `curator.redact` patterns (regular expressions), from
 * a rationale or a reason (CONTRACTS 8.1, 11). With patterns, a text of more than `REDACTED_CHARACTERS_MAX` is
 * replaced whole.
 */
export async function redactRationale(
  text: string,
  patterns: readonly string[],
  secrets: SecretFinder,
): Promise<RedactedText> {
  const { text: safe } = await redactSecrets(secrets, text);
  if (patterns.length > 0 && safe.length > REDACTED_CHARACTERS_MAX) return { text: REDACTED, redacted: true };
  let scrubbed = safe;
  for (const pattern of patterns) scrubbed = scrubbed.replace(new RegExp(pattern, "gu"), REDACTED);
  return { text: scrubbed, redacted: scrubbed !== text };
}
