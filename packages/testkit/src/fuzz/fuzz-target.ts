import { afterAll, test } from "bun:test";
import { type Arbitrary, assert, asyncProperty, property } from "fast-check";

/** Cases of each law in a plain run, and in a long one (`METIS_TORTURE=1`). `METIS_FUZZ_RUNS` overrides both. */
const RUNS_DEFAULT = 300;
const RUNS_TORTURE = 60_000;
/** A law of a long run; a plain one takes less than a second. */
const LAW_TIMEOUT_MS = 1_800_000;

/** Cases that each law of a fuzzer gets. */
export function fuzzRuns(): number {
  const asked = Number(process.env["METIS_FUZZ_RUNS"]);
  if (Number.isSafeInteger(asked) && asked > 0) return asked;
  return process.env["METIS_TORTURE"] === "1" ? RUNS_TORTURE : RUNS_DEFAULT;
}

export interface LawOptions {
  /** Divides the number of cases, for slow laws. */
  readonly weight?: number;
}

export interface FuzzTarget {
  /** Declares one law: a test that checks it on `fuzzRuns()` cases. */
  law<T>(name: string, cases: Arbitrary<T>, check: (drawn: T) => void, options?: LawOptions): void;
  /** As `law`, for a check that waits. */
  asyncLaw<T>(
    name: string,
    cases: Arbitrary<T>,
    check: (drawn: T) => Promise<void>,
    options?: LawOptions,
  ): void;
}

/** Declares a fuzzer, whose laws are tests; the number of its cases is printed at the end. */
export function fuzzTarget(target: string): FuzzTarget {
  let count = 0;
  const declare = (name: string, check: () => Promise<void> | void): void => {
    test(`${target}: ${name}`, check, LAW_TIMEOUT_MS);
  };
  afterAll(() => console.log(`fuzz ${target}: ${count} cases`));
  return {
    law(name, cases, check, options) {
      const counted = property(cases, (drawn) => {
        count += 1;
        check(drawn);
      });
      declare(name, () => assert(counted, { numRuns: runsOf(options) }));
    },
    asyncLaw(name, cases, check, options) {
      const counted = asyncProperty(cases, async (drawn) => {
        count += 1;
        await check(drawn);
      });
      declare(name, () => assert(counted, { numRuns: runsOf(options) }));
    },
  };
}

function runsOf({ weight = 1 }: LawOptions = {}): number {
  return Math.max(1, Math.ceil(fuzzRuns() / weight));
}
