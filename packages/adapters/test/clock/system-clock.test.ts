import { expect, test } from "bun:test";
import { systemClock } from "@metis-curate/adapters";

test("time is now, in whole microseconds, and monotonic time does not go back", () => {
  const clock = systemClock();
  const before = Date.now() * 1_000;
  const nowUs = clock.nowUs();
  expect(nowUs).toBeGreaterThanOrEqual(before);
  expect(nowUs).toBeLessThanOrEqual(Date.now() * 1_000);
  expect(Number.isSafeInteger(nowUs)).toBe(true);
  const first = clock.monotonicMs();
  expect(clock.monotonicMs()).toBeGreaterThanOrEqual(first);
});
