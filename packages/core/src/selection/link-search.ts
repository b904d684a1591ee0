import { ENTRY_LENGTH, Postings } from "./postings.ts";
import { rarestTokens } from "./rarest-tokens.ts";
import { countBits, type Signatures, signaturesOf } from "./signatures.ts";
import type { TokenSets } from "./token-sets.ts";

/** Two sets are linked if they share as many tokens as `needed` says of the smaller one's size. */
export interface LinkRule {
  readonly sets: TokenSets;
  /** From 1 to `size`, which is from 1, and never less for a larger size. */
  needed(size: number): number;
}

/** What a search asks of the components so far, and tells them. */
export interface Components {
  topOf(item: number): number;
  join(entering: number, other: number): void;
}

/** A shorter list is read faster than its beginning is looked up. */
const PASSED_OVER_MIN = 8;

/**
 * Finds the components of linked sets while items enter one by one, without comparing all with all and without listing
 * all links. Exact: if the smaller of two sets shares k of its s tokens with the larger, any s - k + 1 of its tokens
 * hold a common one, so only the lists of its rarest ones are read (prefix filtering): those of an entering item for
 * larger sets, and those of smaller sets for all tokens of an entering item. What is in the item's component already
 * is not compared again, and the beginning of a list that is one component is passed over in one step.
 */
export class LinkSearch {
  readonly #sets: TokenSets;
  readonly #components: Components;
  readonly #signatures: Signatures;
  /** By item: the common tokens that link it to a larger set, and how many of its kept tokens are over these. */
  readonly #needed: Int32Array;
  readonly #slack: Int32Array;
  readonly #fewestNeeded: Int32Array;
  /** All sets by their tokens. Told: how many tokens the set has from this one on. */
  readonly #all: Postings;
  /** Sets by the tokens that they are found by. Told: the slack of the set. */
  readonly #rarest: Postings;
  /** The last item that each one was compared with. */
  readonly #comparedWith: Int32Array;
  readonly #topOf = (item: number): number => this.#components.topOf(item);

  constructor({ sets, needed }: LinkRule, components: Components) {
    this.#sets = sets;
    this.#components = components;
    this.#signatures = signaturesOf(sets);
    // An empty set is linked to nothing: no set has one token of none.
    this.#needed = sets.sizes.map((size) => (size === 0 ? 1 : needed(size)));
    const { slack, counts, fewestNeeded } = rarestTokens(sets, this.#needed);
    this.#slack = slack;
    this.#fewestNeeded = fewestNeeded;
    this.#all = new Postings(sets.frequencies);
    this.#rarest = new Postings(counts);
    this.#comparedWith = new Int32Array(slack.length).fill(-1);
  }

  /** Joins the components of all entered items that are linked to this one, and lets it enter. */
  enter(item: number): void {
    const { starts, tokens } = this.#sets;
    const start = starts[item] ?? 0;
    const end = starts[item + 1] ?? 0;
    const slack = this.#slack[item] ?? 0;
    for (let at = start; at < end; at++) {
      const token = tokens[at] ?? 0;
      const isRarest = at <= start + slack;
      if (isRarest) this.#joinLarger(item, token);
      if (end - at >= (this.#fewestNeeded[token] ?? 0)) {
        this.#joinSmaller(item, token, end - at);
        this.#all.add(token, item, this.#signatures, end - at);
      }
      if (isRarest) this.#rarest.add(token, item, this.#signatures, slack);
    }
  }

  /** Says whether two different items are linked. */
  isLinked(one: number, other: number): boolean {
    const isSmaller = this.#sizeOf(one) <= this.#sizeOf(other);
    return isSmaller ? this.#sharesEnough(one, other) : this.#sharesEnough(other, one);
  }

  #joinLarger(item: number, token: number): void {
    const lists = this.#all;
    const { entries } = lists;
    const end = lists.endOf(token);
    const size = this.#sizeOf(item);
    const slack = this.#slack[item] ?? 0;
    const needed = this.#needed[item] ?? 0;
    const low = this.#signatures[item * 2] ?? 0;
    const high = this.#signatures[item * 2 + 1] ?? 0;
    for (let at = this.#firstToRead(item, lists, token); at < end; at++) {
      const entry = at * ENTRY_LENGTH;
      // Each bit of the smaller set that the larger lacks is a token that it lacks.
      const missing = countBits(low & ~(entries[entry + 1] ?? 0), high & ~(entries[entry + 2] ?? 0));
      if (missing > slack || (entries[entry + 3] ?? 0) < needed) continue;
      const other = entries[entry] ?? 0;
      if (this.#sizeOf(other) < size || !this.#isNews(item, other)) continue;
      if (!this.#sharesEnough(item, other)) continue;
      this.#components.join(item, other);
      at = Math.max(at + 1, lists.growUniform(token, this.#topOf)) - 1;
    }
  }

  /** `left`: how many tokens the item has from this one on. */
  #joinSmaller(item: number, token: number, left: number): void {
    const lists = this.#rarest;
    const { entries } = lists;
    const end = lists.endOf(token);
    const size = this.#sizeOf(item);
    const low = ~(this.#signatures[item * 2] ?? 0);
    const high = ~(this.#signatures[item * 2 + 1] ?? 0);
    for (let at = this.#firstToRead(item, lists, token); at < end; at++) {
      const entry = at * ENTRY_LENGTH;
      const missing = countBits((entries[entry + 1] ?? 0) & low, (entries[entry + 2] ?? 0) & high);
      if (missing > (entries[entry + 3] ?? 0)) continue;
      const other = entries[entry] ?? 0;
      if (this.#sizeOf(other) >= size || (this.#needed[other] ?? 0) > left) continue;
      if (!this.#isNews(item, other) || !this.#sharesEnough(other, item)) continue;
      this.#components.join(item, other);
      at = Math.max(at + 1, lists.growUniform(token, this.#topOf)) - 1;
    }
  }

  /** Past the beginning of a list that is in the item's component already. */
  #firstToRead(item: number, lists: Postings, token: number): number {
    const start = lists.startOf(token);
    if (lists.endOf(token) - start < PASSED_OVER_MIN) return start;
    const isJoined = this.#components.topOf(lists.itemAt(start)) === item;
    return isJoined ? lists.growUniform(token, this.#topOf) : start;
  }

  /** True once for each other item, unless it is in the item's component already. */
  #isNews(item: number, other: number): boolean {
    if (this.#comparedWith[other] === item) return false;
    this.#comparedWith[other] = item;
    return this.#components.topOf(other) !== item;
  }

  #sharesEnough(small: number, large: number): boolean {
    const { starts, tokens } = this.#sets;
    const smallEnd = starts[small + 1] ?? 0;
    const largeEnd = starts[large + 1] ?? 0;
    let missing = this.#needed[small] ?? 0;
    let i = starts[small] ?? 0;
    let j = starts[large] ?? 0;
    while (smallEnd - i >= missing && largeEnd - j >= missing) {
      const difference = (tokens[i] ?? 0) - (tokens[j] ?? 0);
      if (difference === 0 && --missing === 0) return true;
      if (difference <= 0) i++;
      if (difference >= 0) j++;
    }
    return false;
  }

  #sizeOf(item: number): number {
    return this.#sets.sizes[item] ?? 0;
  }
}
