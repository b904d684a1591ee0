import { splitWords } from "./split-words.ts";
import { wordGrams } from "./word-grams.ts";

/** Of a longer task only the first this many characters are looked at. */
export const TASK_CHARACTERS_MAX = 8_000;
/** Distinct words of a task that are looked up. */
export const TASK_WORDS_MAX = 256;

/** A distinct word of a task: as it is indexed, as it stood there first, and how often. */
export interface TaskWord {
  readonly term: string;
  readonly shown: string;
  readonly count: number;
}

/** A task as the ranker sees it. */
export interface TaskTerms {
  /** As given, cut to what is looked at. */
  readonly text: string;
  /** Distinct, in their order. */
  readonly words: readonly TaskWord[];
  /** Distinct character n-grams of the words, as indexed in the field `grams`. */
  readonly grams: readonly string[];
}

/** Returns the terms of a task; of a huge one those of its beginning. */
export function taskTerms(task: string): TaskTerms {
  const text = cutText(task, TASK_CHARACTERS_MAX);
  const words = new Map<string, TaskWord>();
  for (const { term, shown } of splitWords(text)) {
    const known = words.get(term);
    if (known !== undefined) words.set(term, { ...known, count: known.count + 1 });
    else if (words.size < TASK_WORDS_MAX) words.set(term, { term, shown, count: 1 });
  }
  const distinct = [...words.values()];
  return { text, words: distinct, grams: wordGrams(distinct.map(({ shown }) => shown)) };
}

/** Cuts between code points, never inside one. */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const last = text.charCodeAt(charactersMax - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? charactersMax - 1 : charactersMax);
}
