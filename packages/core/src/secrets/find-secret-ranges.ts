import type { SecretFinder } from "../ports/secret-finder.ts";

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns, for each text, the parts to be hidden: what the finder reports there, and every other occurrence of a
 * secret that it reports in any of the texts. Parts are in order and touch no other part.
 */
export async function findSecretRanges(
  finder: SecretFinder,
  texts: readonly string[],
): Promise<readonly (readonly Range[])[]> {
  const own = await Promise.all(texts.map((text) => finder.findSecrets(text)));
  const secrets = new Set(
    own.flatMap((spans, index) => spans.map(({ start, end }) => (texts[index] ?? "").slice(start, end))),
  );
  return texts.map((text, index) => joinRanges([...(own[index] ?? []), ...occurrences(text, secrets)]));
}

function occurrences(text: string, secrets: ReadonlySet<string>): readonly Range[] {
  return [...secrets].flatMap((secret) => {
    const found: Range[] = [];
    for (let at = text.indexOf(secret); at >= 0 && secret !== ""; at = text.indexOf(secret, at + 1)) {
      found.push({ start: at, end: at + secret.length });
    }
    return found;
  });
}

function joinRanges(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || start > last.end) joined.push({ start, end });
    else if (end > last.end) joined[joined.length - 1] = { start: last.start, end };
  }
  return joined;
}
