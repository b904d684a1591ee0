import type { SecretFinder } from "../ports/secret-finder.ts";
import { REDACTED } from "./restore-secrets.ts";

export interface RedactedText {
  readonly text: string;
  readonly redacted: boolean;
}

/** Returns a text with everything the finder takes for a secret as `[redacted]`. */
export async function redactSecrets(finder: SecretFinder, text: string): Promise<RedactedText> {
  let at = 0;
  let out = "";
  for (const { start, end } of await finder.findSecrets(text)) {
    out += text.slice(at, start) + REDACTED;
    at = end;
  }
  return { text: out + text.slice(at), redacted: at > 0 };
}

/** Whether a text holds a secret. */
export async function holdsSecret(finder: SecretFinder, text: string): Promise<boolean> {
  return (await finder.findSecrets(text)).length > 0;
}
