import { describe, expect, test } from "bun:test";
import { formatBytes } from "../../src/text/format-bytes.ts";
import { formatDollars } from "../../src/text/format-dollars.ts";
import {
  formatDuration,
  formatInstant,
  formatRelativeDays,
  parseInstant,
} from "../../src/text/format-time.ts";
import { allowsColor } from "../../src/text/palette.ts";
import { shellWord } from "../../src/text/shell-word.ts";
import { NOW_MS } from "../support/reports.ts";

describe("formatDollars", () => {
  test.each([
    ["0", "$0.000"],
    ["1", "$1.000"],
    ["0.184", "$0.184"],
    ["0.0000001", "$0.000001"],
    ["0.9999999", "$1.000"],
    ["12.3456780000", "$12.345678"],
    ["0.00342", "$0.00342"],
  ])("shows %s as %s", (amount, shown) => {
    expect(formatDollars(amount)).toBe(shown);
  });
});

describe("times", () => {
  test("days are relative to now", () => {
    expect(formatRelativeDays(null, NOW_MS)).toBe("never");
    expect(formatRelativeDays("2026-12-01T00:00:00Z", NOW_MS)).toBe("today");
    expect(formatRelativeDays("2026-11-28T12:00:00Z", NOW_MS)).toBe("3 d ago");
    expect(formatRelativeDays("2026-12-04T12:00:00Z", NOW_MS)).toBe("in 3 d");
    expect(formatInstant("2026-11-30T14:02:59Z")).toBe("2026-11-30 14:02");
  });

  test.each([
    ["2026-06-13T04:27:28", "2026-06-13T04:27:28.000Z"],
    ["2026-06-13", "2026-06-13T00:00:00.000Z"],
    ["2026-06-13T04:27:28+02:00", "2026-06-13T02:27:28.000Z"],
    ["2026-06-13 04:27Z", "2026-06-13T04:27:00.000Z"],
    ["2026-02-30", null],
    ["13.6.2026", null],
    ["", null],
  ])("reads %p", (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  test("durations have a unit", () => {
    expect([850, 12_345, 245_000].map(formatDuration)).toEqual(["850 ms", "12.3 s", "4 min 5 s"]);
  });
});

test("bytes have a unit", () => {
  expect([0, 1_023, 4_300, 5 * 1_024 ** 3].map(formatBytes)).toEqual(["0 B", "1023 B", "4.2 KiB", "5.0 GiB"]);
});

test("a shell reads a word back as it was", () => {
  expect(["./a-b", "a b", "it's", "", "$HOME"].map(shellWord)).toEqual([
    "./a-b",
    "'a b'",
    "'it'\\''s'",
    "''",
    "'$HOME'",
  ]);
});

test("colour needs a terminal and no NO_COLOR; FORCE_COLOR stands in for the terminal", () => {
  expect(allowsColor({}, true)).toBe(true);
  expect(allowsColor({}, false)).toBe(false);
  expect(allowsColor({ NO_COLOR: "1" }, true)).toBe(false);
  expect(allowsColor({ NO_COLOR: "" }, true)).toBe(true);
  expect(allowsColor({ FORCE_COLOR: "1" }, false)).toBe(true);
  expect(allowsColor({ FORCE_COLOR: "0" }, true)).toBe(false);
  expect(allowsColor({ FORCE_COLOR: "1", NO_COLOR: "1" }, true)).toBe(false);
  expect(allowsColor({ TERM: "dumb" }, true)).toBe(false);
});
