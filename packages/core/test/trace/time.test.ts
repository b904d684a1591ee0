import { expect, test } from "bun:test";
import { basicIsoFromUs, isoFromUs, usFromIso } from "@metis-curate/core";
import * as fc from "fast-check";

test("a time without a zone is UTC", () => {
  expect(usFromIso("2026-06-13T04:27:28")).toBe(Date.UTC(2026, 5, 13, 4, 27, 28) * 1000);
  expect(usFromIso("2026-06-13")).toBe(Date.UTC(2026, 5, 13) * 1000);
});

test("zones and fractions are read", () => {
  expect(usFromIso("2026-06-13T04:27:28.123456+02:00")).toBe(
    Date.UTC(2026, 5, 13, 2, 27, 28, 123) * 1000 + 456,
  );
  expect(usFromIso("2026-06-13 04:27-0530")).toBe(Date.UTC(2026, 5, 13, 9, 57) * 1000);
});

test("what is no time is null", () => {
  const garbage = [
    "",
    "now",
    "2026-02-30",
    "2026-13-01",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60Z",
    "12345",
    "2026-01-01T00:00:00+25:00",
    "2026-01-01X",
  ];
  expect(garbage.filter((text) => usFromIso(text) !== null)).toEqual([]);
});

test("whole seconds are written without a fraction", () => {
  expect(isoFromUs(Date.UTC(2026, 4, 12, 18, 30) * 1000)).toBe("2026-05-12T18:30:00Z");
  expect(isoFromUs(1_500_000)).toBe("1970-01-01T00:00:01.500Z");
  expect(basicIsoFromUs(Date.UTC(2026, 4, 14, 18, 30) * 1000 + 999_999)).toBe("20260514T183000Z");
});

test("every time that is written is read back the same", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000_000 }), (us) => {
      expect(usFromIso(isoFromUs(us))).toBe(us);
    }),
  );
});

test("no text makes the reader throw", () => {
  fc.assert(fc.property(fc.string(), (text) => expect(() => usFromIso(text)).not.toThrow()));
});
