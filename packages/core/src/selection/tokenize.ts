const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and for from in into is of on or the this to use when with".split(" "),
);

/** A run of CJK letters, or a run of other letters, digits and the marks that belong to them. */
const RUN =
  /(?<cjk>[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]]+)|[[\p{L}\p{N}\p{M}]--[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]]]+/gv;

/**
 * Returns the distinct words of a text: NFKC, lower case, split on everything that is no letter, digit or mark,
 * stop words dropped. A run of Chinese, Japanese or Korean letters becomes its character bigrams, a single such
 * letter itself. CONTRACTS 6.3.
 */
export function tokenize(text: string): ReadonlySet<string> {
  const tokens = new Set<string>();
  eachToken(text, (token) => tokens.add(token));
  return tokens;
}

/** Calls `found` for each word of `tokenize`, in order; a repeated word comes again. */
export function eachToken(text: string, found: (token: string) => void): void {
  for (const match of text.normalize("NFKC").toLowerCase().matchAll(RUN)) {
    const cjk = match.groups?.["cjk"];
    if (cjk !== undefined) eachBigram(cjk, found);
    else if (!STOP_WORDS.has(match[0])) found(match[0]);
  }
}

/** Returns |A∩B| / min(|A|,|B|), 0 when either is empty (CONTRACTS 6.3). */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [shorter, longer] = a.size <= b.size ? [a, b] : [b, a];
  if (shorter.size === 0) return 0;
  let shared = 0;
  for (const token of shorter) if (longer.has(token)) shared++;
  return shared / shorter.size;
}

function eachBigram(run: string, found: (token: string) => void): void {
  const letters = Array.from(run);
  if (letters.length === 1) found(run);
  for (let index = 1; index < letters.length; index++) found(`${letters[index - 1]}${letters[index]}`);
}
