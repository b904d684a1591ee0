import type { IndexRow, TermStatistics } from "../../ports/skill-index.ts";
import { splitName } from "../terms/split-name.ts";
import { splitWords } from "../terms/split-words.ts";
import { inverseFrequency } from "./term-weights.ts";

/** Ends of sentences, clauses and quoted phrases: what a skill says of itself falls into phrases. */
const PHRASE_END = /(?<=[.!?;])\s+|[。！？；，、\n]+|,\s+|:\s+|\s[—–-]\s|["“”「」]|\bor\b/;
const PHRASES_MAX = 128;
/** Rarity that the words in common must have together, in parts of the rarest a word can be. */
const RARITY_FULL = 0.8;
/** Even the commonest content word tells something, above all in a small library. */
const RARITY_MIN = 0.2;

/**
 * Returns how wholly a task says one of the phrases with which a skill describes itself, 0..1: the share of that
 * phrase's words, less when the words in common are few and frequent.
 */
export function phraseMatch(
  row: Pick<IndexRow, "name" | "description" | "triggerText">,
  task: ReadonlySet<string>,
  statistics: TermStatistics,
): number {
  const rarest = Math.log(1 + (statistics.documents + 0.5) / 0.5);
  const rarity = (term: string): number => Math.max(RARITY_MIN, inverseFrequency(term, statistics) / rarest);
  let best = 0;
  for (const phrase of phrasesOf(row)) {
    const terms = new Set(splitWords(phrase).map(({ term }) => term));
    const shared = [...terms].filter((term) => task.has(term));
    if (shared.length === 0) continue;
    const told = shared.reduce((sum, term) => sum + rarity(term), 0);
    best = Math.max(best, (shared.length / terms.size) * Math.min(1, told / RARITY_FULL));
  }
  return best;
}

function phrasesOf({ name, description, triggerText }: Parameters<typeof phraseMatch>[0]): readonly string[] {
  const lines = triggerText.split("\n");
  const clauses = [...triggerText.split(PHRASE_END), ...description.split(PHRASE_END)];
  return [...new Set([splitName(name), ...lines, ...clauses])].slice(0, PHRASES_MAX);
}
