import { createHash } from "node:crypto";

const CODE_CHARACTERS = 16;
/** Codes tried before giving up; a second one is already all but impossible. */
const CODES_TRIED_MAX = 1_000;

/** Encloses text of strangers so that nothing in it can end the enclosure. */
export interface DataFence {
  readonly start: string;
  readonly end: string;
  enclose(text: string): string;
}

/**
 * Returns a fence for these texts: its code is their hash, and none of them holds it. The same texts give the same
 * fence. Throws Error only if a thousand hashes in a row occur in the texts they are made of.
 */
export function makeDataFence(texts: readonly string[]): DataFence {
  for (let attempt = 0; attempt < CODES_TRIED_MAX; attempt++) {
    const code = codeOf(texts, attempt);
    if (!texts.some((text) => text.includes(code))) return fenceWith(code);
  }
  throw new Error("no code for the data fence");
}

function codeOf(texts: readonly string[], attempt: number): string {
  const hash = createHash("sha256").update(`${attempt}`);
  for (const text of texts) hash.update("\0").update(text);
  return hash.digest("hex").slice(0, CODE_CHARACTERS);
}

function fenceWith(code: string): DataFence {
  const start = `<<<untrusted ${code}`;
  const end = `${code} untrusted>>>`;
  return { start, end, enclose: (text) => `${start}\n${text}${text.endsWith("\n") ? "" : "\n"}${end}` };
}
