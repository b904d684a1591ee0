import { describe, expect, test } from "bun:test";
import { createIdSource, ulidTimeMs } from "@metis-curate/core";
import { fixedClock } from "@metis-curate/testkit";
import fc from "fast-check";

describe("createIdSource", () => {
  test("ids rise strictly whatever the clock and the random source do", () => {
    const us = fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 9_000_000_000_000_000 }));
    const random = fc.constantFrom(0, 0.5, 0.999_999_999, 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(us, random), { minLength: 2, maxLength: 40 }), (steps) => {
        const clock = fixedClock(0);
        let next = 0;
        const ids = createIdSource(clock, () => next);
        const made = steps.map(([time, value]) => {
          clock.set(time);
          next = value;
          return ids.next();
        });
        expect(made).toEqual([...new Set(made)].sort());
        expect(made.every((id) => ulidTimeMs(id) !== null)).toBe(true);
      }),
    );
  });

  test("an exhausted random part moves on to the next millisecond", () => {
    const ids = createIdSource(fixedClock(7_000), () => 0.999_999_999);
    const [first, second] = [ids.next(), ids.next()];
    expect([ulidTimeMs(first), ulidTimeMs(second)]).toEqual([7, 8]);
    expect(first < second).toBe(true);
  });

  test("an id carries the clock's time in milliseconds", () => {
    const ids = createIdSource(fixedClock("2026-05-14T00:00:00Z"), () => 0.5);
    expect(ulidTimeMs(ids.next())).toBe(Date.parse("2026-05-14T00:00:00Z"));
  });

  test("text that is no ULID has no time", () => {
    expect(["", "x", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01ARZ3NDEKTSV4RRFFQ69G5FA"].map(ulidTimeMs)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
