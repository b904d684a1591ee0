import { describe, expect, test } from "bun:test";
import { formatByteSize, formatCountOf, formatDuration } from "../../../src/dashboard/text/format-number.ts";
import { formatUsd, isPaid } from "../../../src/dashboard/text/format-usd.ts";
import {
  formatAxisLabel,
  formatDayUtc,
  formatDistance,
  formatInstantUtc,
} from "../../../src/dashboard/text/format-when.ts";
import { shellWord } from "../../../src/dashboard/text/shell-word.ts";
import { actionsText, runOutcome } from "../../../src/dashboard/text/words.ts";

describe("amounts", () => {
  test.each([
    ["0", "$0.00"],
    ["0.184", "$0.184"],
    ["1234567.5", "$1,234,567.50"],
    ["0.0000001", "$0.000001"],
    ["0.9999999", "$1.00"],
    ["not money", "not money"],
  ])("%s is written %s, never less than it is", (usd, text) => {
    expect(formatUsd(usd)).toBe(text);
  });

  test("only an amount of nothing is unpaid", () => {
    expect([isPaid("0"), isPaid("0.000"), isPaid("0.0001")]).toEqual([false, false, true]);
  });

  test.each([
    [formatCountOf(1, "skill"), "1 skill"],
    [formatCountOf(1_234, "skill"), "1,234 skills"],
    [formatDuration(340), "340 ms"],
    [formatDuration(4_250), "4.3 s"],
    [formatDuration(185_000), "3 min 05 s"],
    [formatByteSize(4_300), "4.2 KiB"],
  ])("%s", (text, expected) => {
    expect(text).toBe(expected);
  });
});

describe("times", () => {
  const nowMs = Date.parse("2026-06-01T12:00:00Z");

  test.each([
    ["2026-06-01T11:00:00Z", "today"],
    ["2026-05-31T12:00:00Z", "1 day ago"],
    ["2026-05-20T13:00:00Z", "11 days ago"],
    ["2026-06-01T20:00:00Z", "within a day"],
    ["2026-06-08T06:00:00Z", "in 7 days"],
    ["no time", ""],
  ])("%s is %s", (iso, text) => {
    expect(formatDistance(iso, nowMs)).toBe(text);
  });

  test("what is no time is shown as it is", () => {
    expect(formatInstantUtc("soon")).toBe("soon");
    expect(formatDayUtc("soon")).toBe("soon");
    expect(formatInstantUtc("2026-06-01T11:00:59.999999Z")).toBe("2026-06-01 11:00 UTC");
    expect([formatAxisLabel("2026-06-01"), formatAxisLabel("2026-13-01"), formatAxisLabel("run")]).toEqual([
      "1 Jun",
      "2026-13-01",
      "run",
    ]);
  });
});

describe("words", () => {
  test.each([
    ["completed", null, "completed"],
    ["completed", "model_errors", "completed, the model failed"],
    [null, null, "unfinished"],
    ["something_new", "also_new", "something_new, also_new"],
  ])("a run that ended %s, %s is %s", (reason, early, text) => {
    expect(runOutcome(reason, early)).toBe(text);
  });

  test("actions are counted by what was done", () => {
    expect(actionsText({ archive: 4, consolidate: 2, edit: 0, unheard_of: 1 })).toBe(
      "4 archived, 2 merged, 1 unheard_of",
    );
    expect(actionsText({})).toBe("nothing");
  });

  test.each([
    ["deploy-web", "deploy-web"],
    ["$(touch owned)", "'$(touch owned)'"],
    ["it's; rm -rf .", "'it'\\''s; rm -rf .'"],
    ["", "''"],
    ["ünï", "'ünï'"],
  ])("%s is one word of a shell", (word, quoted) => {
    expect(shellWord(word)).toBe(quoted);
    const echoed = Bun.spawnSync(["sh", "-c", `printf %s ${quoted}`]).stdout.toString();
    expect(echoed).toBe(word);
  });
});
