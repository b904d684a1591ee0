import { expect, test } from "bun:test";
import { fixedClock } from "@metis-curate/testkit";

test("moves only when told; setting the time does not move monotonic time", () => {
  const clock = fixedClock("2026-01-01T00:00:00Z");
  const start = Date.UTC(2026, 0, 1) * 1_000;
  expect(clock.nowUs()).toBe(start);
  clock.advanceDays(1.5);
  clock.advanceUs(7);
  expect(clock.nowUs()).toBe(start + 129_600_000_007);
  clock.set("2025-12-31T00:00:00Z");
  expect(clock.nowUs()).toBe(start - 86_400_000_000);
  expect(clock.monotonicMs()).toBe(129_600_000.007);
  clock.set(42);
  expect(clock.nowUs()).toBe(42);
});

test("refuses what is no time", () => {
  expect(() => fixedClock("yesterday")).toThrow(RangeError);
});
