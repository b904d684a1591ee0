const CJK = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]`;
/** A letter of a script without spaces is a word of its own. */
const WORD = new RegExp(String.raw`${CJK}|[[\p{L}\p{N}\p{M}]--${CJK}]+`, "gv");

/** Returns the words of a text as its shingles are made of them, in order. */
export function wordsOf(text: string): readonly string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

/**
 * Returns the distinct runs of `size` words of a text, in lower case, NFKC; of a shorter text the text itself, of one
 * without words nothing.
 */
export function shingles(text: string, size: number): ReadonlySet<string> {
  const words = wordsOf(text);
  const found = new Set<string>();
  if (words.length === 0) return found;
  for (let end = Math.min(size, words.length); end <= words.length; end++) {
    found.add(words.slice(Math.max(0, end - size), end).join(" "));
  }
  return found;
}
