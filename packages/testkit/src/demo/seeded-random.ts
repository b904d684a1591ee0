/** A source of pseudo-random choices that one seed fixes. */
export interface SeededRandom {
  /** 0 ≤ n < 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  /** True in `share` (0..1) of the cases. */
  chance(share: number): boolean;
  /** One of the items; throws `RangeError` for none. */
  pick<T>(items: readonly T[]): T;
  /** Up to `count` different items, in random order. */
  sample<T>(items: readonly T[], count: number): readonly T[];
}

/** Returns a source by mulberry32 (T. Ettinger, public domain): small, fast, equal on every machine. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new RangeError("nothing to pick from");
    return items[between(0, items.length - 1)] as T;
  };
  return { next, between, chance: (share) => next() < share, pick, sample: sampler(between) };
}

function sampler(between: (low: number, high: number) => number): SeededRandom["sample"] {
  return (items, count) => {
    const rest = [...items];
    const taken: typeof rest = [];
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(between(0, rest.length - 1), 1));
    }
    return taken;
  };
}
