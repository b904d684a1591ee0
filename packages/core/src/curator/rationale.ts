export interface RedactedText {
  readonly text: string;
  readonly redacted: boolean;
}

const REDACTED = "[redacted]";

/** Scrubs an operator's `curator.redact` patterns (regular expressions) from a rationale (CONTRACTS 11). */
export function redactRationale(text: string, patterns: readonly string[]): RedactedText {
  let scrubbed = text;
  for (const pattern of patterns) scrubbed = scrubbed.replace(new RegExp(pattern, "gu"), REDACTED);
  return { text: scrubbed, redacted: scrubbed !== text };
}
