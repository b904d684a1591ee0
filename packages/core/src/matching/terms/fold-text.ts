/** Letters that no decomposition takes apart. */
const LIKE_LATIN: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["ł", "l"],
  ["þ", "th"],
  ["ı", "i"],
]);

/** Only the accents of alphabets: the marks of Devanagari, Thai or kana make another letter. */
const ACCENT = /[\u0300-\u036F]/g;
const SPECIAL = /[ßæœøđðłþı]/g;

/** Returns a text in lower case, NFKC, without accents: `Café` and `cafe` are the same. */
export function foldText(text: string): string {
  const lower = text.normalize("NFKC").toLowerCase();
  if (/^[\u0000-\u007F]*$/.test(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(ACCENT, "")
    .normalize("NFC")
    .replace(SPECIAL, (letter) => LIKE_LATIN.get(letter) ?? letter);
}
