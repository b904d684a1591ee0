import { createHash } from "node:crypto";

const ID_DIGITS = 8;
/** Ids tried before giving up; one in four thousand million texts that avoid none of them exists. */
const ID_ATTEMPTS_MAX = 1_000;

/** `⟦secret:1f2e3d4c:1⟧`: stands for a secret in a request (CONTRACTS 8.1). `id` is 8 hex digits, serials start at 1. */
export function formatSecretPlaceholder(id: string, serial: number): string {
  return `⟦secret:${id}:${serial}⟧`;
}

/** One placeholder as formatted, for prompts and examples. */
export const SECRET_PLACEHOLDER_EXAMPLE = formatSecretPlaceholder("1f2e3d4c", 1);

/** Every text that looks like a placeholder, also an altered one. Global: use it with `matchAll` or `replace`. */
export const SECRET_PLACEHOLDER_PATTERN = /⟦\s*secret[^⟦⟧\r\n]{0,200}⟧/giu;

/**
 * Returns an id that occurs in none of the texts, so that a placeholder made with it stands for one thing only. It
 * follows from the seed, which holds no secret: the same request gets the same placeholders.
 */
export function choosePlaceholderId(seed: string, texts: readonly string[]): string {
  for (let attempt = 0; attempt < ID_ATTEMPTS_MAX; attempt++) {
    const id = createHash("sha256").update(`${attempt} ${seed}`, "utf8").digest("hex").slice(0, ID_DIGITS);
    if (!texts.some((text) => text.toLowerCase().includes(id))) return id;
  }
  throw new RangeError("no placeholder id is free: the texts hold a thousand of them");
}
