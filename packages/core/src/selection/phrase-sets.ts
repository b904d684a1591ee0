import { GrowingNumbers } from "./growing-numbers.ts";
import { wordsOf } from "./shingles.ts";
import { rankedSets, type TokenSets } from "./token-sets.ts";
import { TwiceFilter } from "./twice-filter.ts";
import { runHash, WordRuns } from "./word-runs.ts";

/** Fills a text up that is shorter than a phrase; no word has this number. */
const NO_WORD = 0;
/** Word numbers of texts, one after another: text i has `words[starts[i]] … words[starts[i + 1] - 1]`. */
interface NumberedTexts {
  readonly words: Int32Array;
  readonly starts: Int32Array;
  /** Number of different phrases in each text. */
  readonly sizes: Int32Array;
}

/**
 * Returns the sets of runs of `phraseWords` words (`shingles`) of texts. `textsOf` gives an item's texts in the order of
 * preference: the first with at least `phrasesMin` different phrases counts, else the last. Most phrases stand in one
 * text only: these are counted, and a filter keeps them from being numbered.
 */
export function makePhraseSets(
  count: number,
  textsOf: (item: number) => readonly string[],
  phraseWords: number,
  phrasesMin: number,
): TokenSets {
  const texts = numberTexts(count, textsOf, phraseWords, phrasesMin);
  const filter = new TwiceFilter(texts.words.length);
  for (let item = 0; item < count; item++) {
    eachPhrase(texts, item, phraseWords, (place) => filter.add(runHash(texts.words, place, phraseWords)));
  }
  const numbers = new WordRuns(phraseWords);
  const starts = new Int32Array(count + 1);
  const tokens = new GrowingNumbers();
  const lastItems = new GrowingNumbers();
  for (let item = 0; item < count; item++) {
    eachPhrase(texts, item, phraseWords, (place) => {
      const hash = runHash(texts.words, place, phraseWords);
      if (!filter.has(hash)) return;
      const number = numbers.numberOf(texts.words, place, hash);
      if (lastItems.at(number) === item) return;
      if (number === lastItems.length) lastItems.push(item);
      else lastItems.set(number, item);
      tokens.push(number);
    });
    starts[item + 1] = tokens.length;
  }
  return rankedSets({ starts, tokens: tokens.view(), sizes: texts.sizes }, numbers.count);
}

function numberTexts(
  count: number,
  textsOf: (item: number) => readonly string[],
  phraseWords: number,
  phrasesMin: number,
): NumberedTexts {
  const numbers = new Map<string, number>();
  const words = new GrowingNumbers();
  const starts = new Int32Array(count + 1);
  const sizes = new Int32Array(count);
  const seen = new WordRuns(phraseWords);
  for (let item = 0; item < count; item++) {
    const start = words.length;
    for (const text of textsOf(item)) {
      words.cutTo(start);
      for (const word of wordsOf(text)) {
        let number = numbers.get(word);
        if (number === undefined) {
          number = numbers.size + 1;
          numbers.set(word, number);
        }
        words.push(number);
      }
      while (words.length > start && words.length - start < phraseWords) words.push(NO_WORD);
      sizes[item] = countPhrases(words.view(), start, phraseWords, seen);
      if ((sizes[item] ?? 0) >= phrasesMin) break;
    }
    starts[item + 1] = words.length;
  }
  return { words: words.view(), starts, sizes };
}

function countPhrases(words: Int32Array, start: number, phraseWords: number, seen: WordRuns): number {
  seen.clear();
  for (let place = start; place + phraseWords <= words.length; place++) {
    seen.numberOf(words, place, runHash(words, place, phraseWords));
  }
  return seen.count;
}

function eachPhrase(
  { starts }: NumberedTexts,
  item: number,
  phraseWords: number,
  found: (place: number) => void,
): void {
  const end = starts[item + 1] ?? 0;
  for (let place = starts[item] ?? 0; place + phraseWords <= end; place++) found(place);
}
