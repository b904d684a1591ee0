import type { SecretFinder } from "../ports/secret-finder.ts";
import { type RedactedText, redactSecrets } from "../secrets/index.ts";

const REDACTED = "[redacted]";

/**
 * Scrubs what the finder takes for a secret, and an operator's `curator.redact` patterns (regular expressions), from
 * a rationale or a reason (CONTRACTS 8.1, 11).
 */
export async function redactRationale(
  text: string,
  patterns: readonly string[],
  secrets: SecretFinder,
): Promise<RedactedText> {
  const { text: safe } = await redactSecrets(secrets, text);
  let scrubbed = safe;
  for (const pattern of patterns) scrubbed = scrubbed.replace(new RegExp(pattern, "gu"), REDACTED);
  return { text: scrubbed, redacted: scrubbed !== text };
}
