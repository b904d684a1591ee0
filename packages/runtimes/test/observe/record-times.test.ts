import { expect, test } from "bun:test";
import { timeUs } from "../../src/index.ts";

const TIME_US = Date.parse("2026-11-01T10:00:00.500Z") * 1_000;

test.each([
  "2026-11-01T10:00:00.500Z",
  "2026-11-01T11:00:00.500+01:00",
  "2026-11-01T10:00:00.500",
  "2026-11-01 10:00:00.500",
  TIME_US / 1_000_000,
  TIME_US / 1_000,
  TIME_US,
  TIME_US * 1_000,
  String(TIME_US / 1_000),
  ` ${TIME_US / 1_000_000} `,
])("%p is one time, whatever its unit and the zone of this machine", (value) => {
  expect(timeUs(value)).toBe(TIME_US);
});

test.each(["", "yesterday", "-1", -5, Number.NaN, Number.POSITIVE_INFINITY, 1e30, null, {}])(
  "%p is none",
  (value) => {
    expect(timeUs(value)).toBeNull();
  },
);
