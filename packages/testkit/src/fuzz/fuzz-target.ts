import { afterAll, test } from "bun:test";
import { type Arbitrary, assert, property } from "fast-check";

/** Cases of each law in a plain run, and in a long one (`METIS_TORTURE=1`). `METIS_FUZZ_RUNS` overrides both. */
const RUNS_DEFAULT = 300;
const RUNS_TORTURE = 60_000;

/** Cases that each law of a fuzzer gets. */
export function fuzzRuns(): number {
  const asked = Number(process.env["METIS_FUZZ_RUNS"]);
  if (Number.isSafeInteger(asked) && asked > 0) return asked;
  return process.env["METIS_TORTURE"] === "1" ? RUNS_TORTURE : RUNS_DEFAULT;
}

export interface FuzzTarget {
  /** Declares one law: a test that checks it on `fuzzRuns()` cases; a `weight` divides them, for slow laws. */
  law<T>(name: string, cases: Arbitrary<T>, check: (drawn: T) => void, options?: { weight?: number }): void;
}

/** Declares a fuzzer, whose laws are tests; the number of its cases is printed at the end. */
export function fuzzTarget(target: string): FuzzTarget {
  let count = 0;
  afterAll(() => console.log(`fuzz ${target}: ${count} cases`));
  return {
    law(name, cases, check, { weight = 1 } = {}) {
      test(`${target}: ${name}`, () => {
        const counted = property(cases, (drawn) => {
          count += 1;
          check(drawn);
        });
        assert(counted, { numRuns: Math.max(1, Math.ceil(fuzzRuns() / weight)) });
      });
    },
  };
}
