import type { SecretFinder } from "../ports/secret-finder.ts";

/** UTF-16 offsets, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A shorter secret is looked for as a whole word only: `abc` is not in `abcdef`. */
const WORD_SECRET_CHARACTERS_MAX = 8;

/** Distinct secrets of one request; each costs a search through all texts. No skill of a person has as many. */
export const SECRETS_MAX = 1_000;

/**
 * Returns, for each text, the parts to be hidden: what the finder reports there, and every other occurrence of a
 * secret that it reports in any of the texts. Parts are in order and touch no other part. Null when there are more
 * than `SECRETS_MAX` secrets.
 */
export async function findSecretRanges(
  finder: SecretFinder,
  texts: readonly string[],
): Promise<readonly (readonly TextRange[])[] | null> {
  const own = await Promise.all(texts.map((text) => finder.findSecrets(text)));
  const secrets = new Set(
    own.flatMap((spans, index) => spans.map(({ start, end }) => (texts[index] ?? "").slice(start, end))),
  );
  if (secrets.size > SECRETS_MAX) return null;
  return texts.map((text, index) => joinRanges([...(own[index] ?? []), ...occurrences(text, secrets)]));
}

function occurrences(text: string, secrets: ReadonlySet<string>): readonly TextRange[] {
  return [...secrets].flatMap((secret) => {
    const found: TextRange[] = [];
    for (let at = text.indexOf(secret); at >= 0 && secret !== ""; at = text.indexOf(secret, at + 1)) {
      const end = at + secret.length;
      if (secret.length >= WORD_SECRET_CHARACTERS_MAX || isWord(text, at, end))
        found.push({ start: at, end });
    }
    return found;
  });
}

function isWord(text: string, start: number, end: number): boolean {
  return !/[\p{L}\p{N}_]/u.test(text.charAt(start - 1) + text.charAt(end));
}

function joinRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const joined: TextRange[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || start > last.end) joined.push({ start, end });
    else if (end > last.end) joined[joined.length - 1] = { start: last.start, end };
  }
  return joined;
}
