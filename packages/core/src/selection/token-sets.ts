import { GrowingNumbers } from "./growing-numbers.ts";

/**
 * Sets of tokens as numbers, one after another: item i has `tokens[starts[i]] … tokens[starts[i + 1] - 1]`, ascending.
 * Tokens are numbered by rarity, the rarest first. A token that only one set has links to nothing, so it is counted in
 * `sizes` and not kept.
 */
export interface TokenSets {
  readonly starts: Int32Array;
  readonly tokens: Int32Array;
  /** Number of tokens of each set, those that are not kept included. */
  readonly sizes: Int32Array;
  /** Number of sets that have a token, by token. */
  readonly frequencies: Int32Array;
}

/** Returns the sets of these tokens; `eachToken` is called once for each item, in order, and may repeat a token. */
export function makeTokenSets(
  count: number,
  eachToken: (item: number, found: (token: string) => void) => void,
): TokenSets {
  const numbers = new Map<string, number>();
  const lastItems = new GrowingNumbers();
  const starts = new Int32Array(count + 1);
  const tokens = new GrowingNumbers();
  let item = 0;
  const add = (token: string): void => {
    let number = numbers.get(token);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(token, number);
      lastItems.push(-1);
    }
    if (lastItems.at(number) === item) return;
    lastItems.set(number, item);
    tokens.push(number);
  };
  for (; item < count; item++) {
    eachToken(item, add);
    starts[item + 1] = tokens.length;
  }
  const sizes = Int32Array.from(
    { length: count },
    (_, item) => (starts[item + 1] ?? 0) - (starts[item] ?? 0),
  );
  return rankedSets({ starts, tokens: tokens.view(), sizes }, numbers.size);
}

/** Numbers the tokens of sets by rarity, without those of one set only. Each set names a token once, in any order. */
export function rankedSets(
  { starts, tokens, sizes }: Omit<TokenSets, "frequencies">,
  distinct: number,
): TokenSets {
  const counts = new Int32Array(distinct);
  for (const token of tokens) counts[token] = (counts[token] ?? 0) + 1;
  const { ranks, frequencies } = rankByCount(counts);
  const kept = new Int32Array(tokens.length);
  const keptStarts = new Int32Array(starts.length);
  let length = 0;
  for (let item = 0; item + 1 < starts.length; item++) {
    const end = starts[item + 1] ?? 0;
    for (let at = starts[item] ?? 0; at < end; at++) {
      const token = tokens[at] ?? 0;
      if ((counts[token] ?? 0) > 1) kept[length++] = ranks[token] ?? 0;
    }
    keptStarts[item + 1] = length;
    sortRange(kept, keptStarts[item] ?? 0, length);
  }
  return { starts: keptStarts, tokens: kept.subarray(0, length), sizes, frequencies };
}

/** The place of each token of two sets or more by ascending count (counting sort), and the counts by place. */
function rankByCount(counts: Int32Array) {
  let most = 1;
  for (const count of counts) most = Math.max(most, count);
  const places = new Int32Array(most + 2);
  for (const count of counts) if (count > 1) places[count + 1] = (places[count + 1] ?? 0) + 1;
  for (let at = 1; at < places.length; at++) places[at] = (places[at] ?? 0) + (places[at - 1] ?? 0);
  const ranks = new Int32Array(counts.length);
  const frequencies = new Int32Array(places[most + 1] ?? 0);
  for (const [token, count] of counts.entries()) {
    if (count < 2) continue;
    const place = places[count] ?? 0;
    ranks[token] = place;
    frequencies[place] = count;
    places[count] = place + 1;
  }
  return { ranks, frequencies };
}

/** Longer ranges are sorted faster by the runtime. */
const INSERTION_MAX = 32;

function sortRange(tokens: Int32Array, start: number, end: number): void {
  if (end - start > INSERTION_MAX) {
    tokens.subarray(start, end).sort();
    return;
  }
  for (let at = start + 1; at < end; at++) {
    const token = tokens[at] ?? 0;
    let place = at;
    for (; place > start && (tokens[place - 1] ?? 0) > token; place--) tokens[place] = tokens[place - 1] ?? 0;
    tokens[place] = token;
  }
}
