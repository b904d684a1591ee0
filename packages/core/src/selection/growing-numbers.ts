const START_LENGTH = 1_024;

/** A list of 32-bit numbers that grows; packed, so that millions of them take their four bytes each. */
export class GrowingNumbers {
  #room = new Int32Array(START_LENGTH);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(place: number): number | undefined {
    return place < this.#length ? this.#room[place] : undefined;
  }

  set(place: number, number: number): void {
    this.#room[place] = number;
  }

  push(number: number): void {
    if (this.#length === this.#room.length) {
      const larger = new Int32Array(this.#length * 2);
      larger.set(this.#room);
      this.#room = larger;
    }
    this.#room[this.#length++] = number;
  }

  /** Forgets all but the first `length`. */
  cutTo(length: number): void {
    this.#length = length;
  }

  /** The numbers, not copied: what is pushed later may be missing. */
  view(): Int32Array {
    return this.#room.subarray(0, this.#length);
  }
}
