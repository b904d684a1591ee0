import type { TermStatistics } from "../../ports/skill-index.ts";
import type { TaskTerms, TaskWord } from "../terms/task-terms.ts";
import { gramsOf } from "../terms/word-grams.ts";

/** Words and n-grams that one search looks for. */
const WORDS_MAX = 48;
const GRAMS_MAX = 160;
/** Documents that the words of one search may hold in sum: what it may cost. The rarest word is always looked for. */
const POSTINGS_MAX = 500;
/** A misspelt word is looked for by its rarest n-grams. */
const GRAMS_PER_WORD = 4;

/** Misspelt words that are looked for. */
const UNKNOWN_MAX = 12;

/** What to ask the index for. */
export interface ChosenTerms {
  readonly retrieve: readonly string[];
  readonly count: readonly string[];
  /** The words that are looked at: of a long task its rarest. */
  readonly words: readonly TaskWord[];
}

/** Returns the n-grams whose frequencies a choice needs: those of words that no skill holds. */
export function gramsToWeigh({ words }: TaskTerms, statistics: TermStatistics): readonly string[] {
  return [...new Set(unknownWords(words, statistics).flatMap(({ shown }) => gramsOf(shown)))];
}

/**
 * Chooses the terms of a task that tell most, so that the cost of a search is bounded whatever the task and the library:
 * the rarest words retrieve, a word that no skill holds is looked for by its n-grams, all chosen ones are counted.
 */
export function chooseTerms(task: TaskTerms, statistics: TermStatistics): ChosenTerms {
  const frequency = (term: string): number => statistics.frequencies.get(term) ?? 0;
  const words = [...task.words].sort((a, b) => frequency(a.term) - frequency(b.term)).slice(0, WORDS_MAX);
  const known = words.map(({ term }) => term).filter((term) => frequency(term) > 0);
  const kept = new Set(words);
  const unknown = unknownWords(words, statistics);
  const grams = [...new Set(words.flatMap(({ shown }) => gramsOf(shown)))].slice(0, GRAMS_MAX);
  const misspelt = unknown.flatMap((word) => rarestGrams(word, frequency));
  return {
    retrieve: [...affordable(known, frequency), ...affordable(misspelt, frequency)],
    count: [...words.map(({ term }) => term), ...grams],
    words: task.words.filter((word) => kept.has(word)),
  };
}

function unknownWords(words: readonly TaskWord[], { frequencies }: TermStatistics): readonly TaskWord[] {
  return words.filter(({ term }) => (frequencies.get(term) ?? 0) === 0).slice(0, UNKNOWN_MAX);
}

function rarestGrams({ shown }: TaskWord, frequency: (term: string) => number): readonly string[] {
  return gramsOf(shown)
    .filter((gram) => frequency(gram) > 0)
    .sort((a, b) => frequency(a) - frequency(b))
    .slice(0, GRAMS_PER_WORD);
}

/** The rarest terms whose documents fit the budget, at least one. */
function affordable(terms: readonly string[], frequency: (term: string) => number): readonly string[] {
  const chosen: string[] = [];
  let postings = 0;
  for (const term of [...new Set(terms)].sort((a, b) => frequency(a) - frequency(b))) {
    postings += frequency(term);
    if (chosen.length > 0 && postings > POSTINGS_MAX) break;
    chosen.push(term);
  }
  return chosen;
}
