/** What the contract suites use of `bun:test`, on Node: its own test runner, and the `expect` that Bun's is made after. */
import { after, afterEach, before, beforeEach, describe, test as nodeTest } from "node:test";
import { format } from "node:util";
import { expect as jestExpect } from "expect";

type Work = () => unknown;
type Case = readonly unknown[];

jestExpect.extend({
  toBeArray: (actual: unknown) => ({ pass: Array.isArray(actual), message: () => `${actual} is an array` }),
  toStartWith: (actual: unknown, start: string) => ({
    pass: typeof actual === "string" && actual.startsWith(start),
    message: () => `${actual} starts with ${start}`,
  }),
});

export const expect = Object.assign(jestExpect, {
  unreachable: (message = "this place is never reached") => {
    throw new Error(message);
  },
});

function define(name: string, work: Work, _timeoutMs?: number): void {
  nodeTest(name, async () => {
    await work();
  });
}

function skip(name: string): void {
  nodeTest(name, { skip: true });
}

/** `%s` and `%i` in a name take the values of its case, one after the other. */
function each(cases: readonly unknown[]) {
  return (name: string, work: (...values: readonly unknown[]) => unknown): void => {
    for (const one of cases) {
      const values: Case = Array.isArray(one) ? one : [one];
      const marks = name.match(/%[sidjo]/g)?.length ?? 0;
      define(format(name, ...values.slice(0, marks)), () => work(...values));
    }
  };
}

export const test = Object.assign(define, { each, skipIf: (skipped: boolean) => (skipped ? skip : define) });
export { after as afterAll, afterEach, before as beforeAll, beforeEach, describe };

/** Node's runner has no limit unless asked for one. */
export function setDefaultTimeout(_timeoutMs: number): void {}
