import type { Evidence } from "./evidence.ts";
import { makePhraseSets } from "./phrase-sets.ts";

/** Words of a phrase that two texts have in common by copying rather than by chance. */
const PHRASE_WORDS = 5;
/** Share of the phrases of the shorter text from which two are near-duplicates. */
export const PHRASE_OVERLAP_MIN = 0.1;
/** Of short texts at least so many, or all. */
const SHARED_PHRASES_MIN = 3;
/** A body with fewer phrases says little: its description counts with it. */
const BODY_PHRASES_MIN = 16;

/** Bodies share phrases, the smaller body's counted; names and descriptions do not count. */
export const hybridEvidence: Evidence = (items) => {
  const textsOf = (item: number): readonly string[] => {
    const { description = "", body = "" } = items[item] ?? {};
    return [body, `${description}\n${body}`];
  };
  const sets = makePhraseSets(items.length, textsOf, PHRASE_WORDS, BODY_PHRASES_MIN);
  return [{ sets, needed: phrasesNeeded }];
};

function phrasesNeeded(size: number): number {
  let needed = Math.min(size, SHARED_PHRASES_MIN);
  while (needed / size < PHRASE_OVERLAP_MIN) needed++;
  return needed;
}
