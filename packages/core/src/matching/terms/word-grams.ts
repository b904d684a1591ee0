import { isCjkTerm } from "./split-words.ts";

const GRAM = 3;
const WORD_MIN = 4;
/** Keeps grams apart from words in one index. */
const MARK = "~";
const EDGE = "^";

/**
 * Returns the distinct character trigrams of words, edges included, each marked as one: what a typo or another form of
 * a word has in common with it. Words below four letters have none; of a CJK pair its letters.
 */
export function wordGrams(words: Iterable<string>): readonly string[] {
  const grams = new Set<string>();
  for (const word of words) for (const gram of gramsOf(word)) grams.add(gram);
  return [...grams];
}

/** The distinct trigrams of one word. */
export function gramsOf(word: string): readonly string[] {
  const letters = Array.from(word);
  if (isCjkTerm(word)) return [...new Set(letters)].map((letter) => `${MARK}${letter}`);
  if (letters.length < WORD_MIN) return [];
  const edged = [EDGE, ...letters, EDGE];
  const grams = new Set<string>();
  for (let index = GRAM; index <= edged.length; index++) {
    grams.add(`${MARK}${edged.slice(index - GRAM, index).join("")}`);
  }
  return [...grams];
}
