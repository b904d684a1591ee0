import type { Signatures } from "./signatures.ts";

/** Numbers of an entry: the item, the two words of its signature, and `told`. */
export const ENTRY_LENGTH = 4;
/** Numbers of a head: where the list starts and ends, in entries, and how many of its first are one component. */
const HEAD_LENGTH = 3;

/**
 * Lists of items by token, in the order in which they were added. A list is read from end to end, so an entry holds
 * what is asked first of an item: reading on is many times faster than looking it up elsewhere.
 */
export class Postings {
  readonly entries: Int32Array;
  readonly #heads: Int32Array;

  /** Empty lists with room for so many entries of each token. */
  constructor(lengths: Int32Array) {
    this.#heads = new Int32Array(lengths.length * HEAD_LENGTH);
    let room = 0;
    for (let token = 0; token < lengths.length; token++) {
      this.#heads[token * HEAD_LENGTH] = room;
      this.#heads[token * HEAD_LENGTH + 1] = room;
      room += lengths[token] ?? 0;
    }
    this.entries = new Int32Array(room * ENTRY_LENGTH);
  }

  startOf(token: number): number {
    return this.#heads[token * HEAD_LENGTH] ?? 0;
  }

  endOf(token: number): number {
    return this.#heads[token * HEAD_LENGTH + 1] ?? 0;
  }

  itemAt(place: number): number {
    return this.entries[place * ENTRY_LENGTH] ?? 0;
  }

  /** Where the part of a list ends that is one component, after a look whether it has grown. */
  growUniform(token: number, topOf: (item: number) => number): number {
    const start = this.startOf(token);
    const end = this.endOf(token);
    const top = topOf(this.itemAt(start));
    const known = this.#heads[token * HEAD_LENGTH + 2] ?? 0;
    let at = start + Math.max(1, known);
    while (at < end && topOf(this.itemAt(at)) === top) at++;
    this.#heads[token * HEAD_LENGTH + 2] = at - start;
    return at;
  }

  add(token: number, item: number, signatures: Signatures, told: number): void {
    const place = this.endOf(token);
    const entry = place * ENTRY_LENGTH;
    this.entries[entry] = item;
    this.entries[entry + 1] = signatures[item * 2] ?? 0;
    this.entries[entry + 2] = signatures[item * 2 + 1] ?? 0;
    this.entries[entry + 3] = told;
    this.#heads[token * HEAD_LENGTH + 1] = place + 1;
  }
}
