import { describe, expect, test } from "bun:test";
import type { Clock, IdSource } from "@metis-curate/core";

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const MANY = 2_000;

/** The laws of the `Clock` port; every implementation runs the same suite. */
export function clockContract(name: string, makeClock: () => Clock): void {
  describe(`${name} keeps the clock contract`, () => {
    test("now is a whole number of microseconds since 1970", () => {
      const nowUs = makeClock().nowUs();
      expect(Number.isSafeInteger(nowUs)).toBe(true);
      expect(nowUs).toBeGreaterThan(Date.parse("2020-01-01T00:00:00Z") * 1000);
    });

    test("monotonic time is finite and never goes back", () => {
      const clock = makeClock();
      const times = Array.from({ length: MANY }, () => clock.monotonicMs());
      expect(times.every(Number.isFinite)).toBe(true);
      expect(times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time))).toBe(true);
    });
  });
}

/** The laws of the `IdSource` port, whatever the clock behind it does. */
export function idSourceContract(name: string, makeIds: () => IdSource): void {
  describe(`${name} keeps the id contract`, () => {
    test("ids are ULIDs, each larger than the one before", () => {
      const source = makeIds();
      const ids = Array.from({ length: MANY }, () => source.next());
      expect(ids.filter((id) => !ULID.test(id))).toEqual([]);
      expect(ids.toSorted()).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });
}
