/** Bits for each hash that is added, so that about one in eight is taken for another; the most and the fewest bits. */
const BITS_EACH = 8;
const BITS_MAX = 2 ** 30;
const BITS_MIN = 2 ** 10;

/** Remembers which hashes were added at least twice: says yes for all of these, and for a few others. */
export class TwiceFilter {
  readonly #once: Int32Array;
  readonly #twice: Int32Array;
  readonly #mask: number;

  /** For so many hashes. */
  constructor(count: number) {
    let bits = BITS_MIN;
    while (bits < count * BITS_EACH && bits < BITS_MAX) bits *= 2;
    this.#once = new Int32Array(bits / 32);
    this.#twice = new Int32Array(bits / 32);
    this.#mask = bits - 1;
  }

  add(hash: number): void {
    const bit = hash & this.#mask;
    const word = bit >>> 5;
    const flag = 1 << (bit & 31);
    const once = this.#once[word] ?? 0;
    if ((once & flag) === 0) this.#once[word] = once | flag;
    else this.#twice[word] = (this.#twice[word] ?? 0) | flag;
  }

  has(hash: number): boolean {
    const bit = hash & this.#mask;
    return ((this.#twice[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }
}
