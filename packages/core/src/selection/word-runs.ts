const SLOTS_MIN = 64;
/** Slots for each run, above which room is given back. */
const SPARE_MAX = 64;

/** Runs of `size` numbers within a longer list, each known by its place. Equal means number by number. */
export class WordRuns {
  readonly #size: number;
  /** Places plus one, by hash, with linear probing; 0 is free. */
  #slots = new Int32Array(SLOTS_MIN);
  /** The number that each slot's run was given. */
  #given = new Int32Array(SLOTS_MIN);
  #used = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get count(): number {
    return this.#used;
  }

  /** Forgets all; room for many runs is given back when the last ones were few. */
  clear(): void {
    if (this.#slots.length > this.#used * SPARE_MAX) {
      this.#slots = new Int32Array(SLOTS_MIN);
      this.#given = new Int32Array(SLOTS_MIN);
    } else this.#slots.fill(0);
    this.#used = 0;
  }

  /** Returns the number of the run at `place`: that of an equal one before it, or the next. */
  numberOf(words: Int32Array, place: number, hash: number): number {
    if (this.#used * 2 >= this.#slots.length) this.#grow(words);
    const slot = this.#slotOf(words, place, hash);
    if (this.#slots[slot] === 0) {
      this.#slots[slot] = place + 1;
      this.#given[slot] = this.#used++;
    }
    return this.#given[slot] ?? 0;
  }

  #slotOf(words: Int32Array, place: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let at = this.#slots[slot] ?? 0; at !== 0; at = this.#slots[slot] ?? 0) {
      if (this.#isEqual(words, at - 1, place)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #isEqual(words: Int32Array, one: number, other: number): boolean {
    for (let step = 0; step < this.#size; step++) if (words[one + step] !== words[other + step]) return false;
    return true;
  }

  #grow(words: Int32Array): void {
    const [slots, given] = [this.#slots, this.#given];
    this.#slots = new Int32Array(slots.length * 2);
    this.#given = new Int32Array(slots.length * 2);
    for (const [old, at] of slots.entries()) {
      if (at === 0) continue;
      const slot = this.#slotOf(words, at - 1, runHash(words, at - 1, this.#size));
      this.#slots[slot] = at;
      this.#given[slot] = given[old] ?? 0;
    }
  }
}

/** A hash of 32 bits (FNV-1a by words, mixed at the end as MurmurHash3 does). */
export function runHash(words: Int32Array, place: number, size: number): number {
  let hash = 0x811c9dc5;
  for (let step = 0; step < size; step++) hash = Math.imul(hash ^ (words[place + step] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
