import { cjkPieces } from "./cjk-pieces.ts";
import { foldText } from "./fold-text.ts";
import { stemWord } from "./stem-word.ts";
import { TASK_STOP_WORDS } from "./stop-words.ts";

/** A word of a text: as it is indexed, and as it stood there. */
export interface TextWord {
  readonly term: string;
  readonly shown: string;
}

const WORD_LENGTH_MAX = 64;
const CJK = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]]`;

/** A run of CJK letters, or of other letters, digits and their marks. */
const RUN = new RegExp(String.raw`(?<cjk>${CJK}+)|[[\p{L}\p{N}\p{M}]--${CJK}]+`, "gv");
const CAMEL_HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu;

/**
 * Returns the words of a text in their order: split at everything that is no letter, digit or mark and inside
 * `camelCase`; without accents, stemmed, function words dropped. A run of Chinese, Japanese or Korean letters gives
 * the character pairs of its pieces, a single such letter itself. A word is cut at 64 characters.
 */
export function splitWords(text: string): readonly TextWord[] {
  const words: TextWord[] = [];
  for (const match of text.normalize("NFKC").matchAll(RUN)) {
    const cjk = match.groups?.["cjk"];
    if (cjk !== undefined) for (const piece of cjkPieces(cjk)) addPairs(words, piece);
    else for (const part of match[0].split(CAMEL_HUMP)) addWord(words, part);
  }
  return words;
}

function addWord(words: TextWord[], part: string): void {
  const folded = foldText(part).slice(0, WORD_LENGTH_MAX);
  if (folded === "" || TASK_STOP_WORDS.has(folded)) return;
  words.push({ term: stemWord(folded), shown: folded });
}

function addPairs(words: TextWord[], run: string): void {
  const letters = Array.from(foldText(run));
  if (letters.length === 1) words.push({ term: letters.join(""), shown: run });
  for (let index = 1; index < letters.length; index++) {
    const pair = `${letters[index - 1]}${letters[index]}`;
    words.push({ term: pair, shown: pair });
  }
}

/** Returns whether a term is made of CJK letters. */
export function isCjkTerm(term: string): boolean {
  return CJK_START.test(term);
}

const CJK_START = new RegExp(`^${CJK}`, "v");
