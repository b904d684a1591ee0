import { hybridEvidence } from "./hybrid-evidence.ts";
import { pairsBy } from "./link-pairs.ts";
import type { PairSource } from "./similar-pairs.ts";

/**
 * Returns every pair of skills whose bodies share `PHRASE_OVERLAP_MIN` of their five-word phrases, the smaller body's
 * counted (w-shingling, Broder 1997; the overlap coefficient, because a derived skill often grows). Names and
 * descriptions do not count: in a library that an agent wrote they agree far more often than what the skills say.
 * Exact, through an inverted index. Sorted by name; independent of the order of items. CONTRACTS 6.3.
 */
export const hybridPairs: PairSource = pairsBy(hybridEvidence);
