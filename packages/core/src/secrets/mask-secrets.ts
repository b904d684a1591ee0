import { REDACTED } from "./restore-secrets.ts";

/** Shorter pieces of a secret give nothing away and occur by chance. */
const PIECE_CHARACTERS_MIN = 6;

/**
 * Returns a function that blots known secrets out of a text for people or records: whole, with their blanks written
 * in another way, single lines of them, and a beginning that was cut off at the end of the text.
 */
export function maskSecrets(secrets: readonly string[]): (text: string) => string {
  const lines = secrets.flatMap((secret) => (/[\r\n]/.test(secret) ? secret.split(/[\r\n]+/) : []));
  const pieces = lines.map((line) => line.trim()).filter((line) => line.length >= PIECE_CHARACTERS_MIN);
  const wanted = [...new Set([...secrets, ...pieces])].filter((text) => text.trim() !== "");
  if (wanted.length === 0) return (text) => text;
  const longestFirst = wanted.sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(toPattern).join("|"), "gu");
  const flat = longestFirst.map((secret) => secret.trim().replace(/\s+/g, " "));
  return (text) => cutTail(text.replace(pattern, REDACTED), flat);
}

function toPattern(secret: string): string {
  return secret
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .join("\\s*");
}

function cutTail(text: string, secrets: readonly string[]): string {
  const cut = text.endsWith("…") ? text.slice(0, -1) : text;
  for (const secret of secrets) {
    for (let length = Math.min(secret.length, cut.length); length >= PIECE_CHARACTERS_MIN; length--) {
      if (cut.endsWith(secret.slice(0, length))) return `${cut.slice(0, -length)}${REDACTED}`;
    }
  }
  return text;
}
