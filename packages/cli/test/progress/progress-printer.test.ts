import { describe, expect, test } from "bun:test";
import type { Progress, Usd } from "@metis-curate/core";
import { createProgressPrinter, type ProgressPrinterOptions } from "../../src/progress/progress-printer.ts";
import { createPalette } from "../../src/text/palette.ts";
import { textWidth } from "../../src/text/text-width.ts";
import { HOSTILE, HOSTILE_CHARACTERS } from "../support/reports.ts";

function createPrinter(options: Partial<ProgressPrinterOptions>) {
  const written: string[] = [];
  const printer = createProgressPrinter({
    write: (text) => written.push(text),
    terminal: true,
    quiet: false,
    width: 80,
    palette: createPalette(false),
    ...options,
  });
  return { printer, text: () => written.join("") };
}

function progress(change: Partial<Progress> = {}): Progress {
  const base = { index: 2, total: 12, action: "archive", skills: ["old-thing"], result: null } as const;
  return { ...base, spendUsd: "0" as Usd, ...change };
}

describe("on a terminal", () => {
  test("a line stands while the candidate is decided and is then completed", () => {
    const { printer, text } = createPrinter({});
    printer.show(progress());
    expect(text()).toBe("[3/12] archive old-thing …");
    printer.show(progress({ result: "archived" }));
    expect(text()).toEndWith("\r\u001b[K[3/12] archive old-thing … archived  $0.000\n");
  });

  test("an interruption and the end take lines of their own", () => {
    const { printer, text } = createPrinter({});
    printer.show(progress());
    printer.interrupt("stopping");
    printer.show(progress());
    printer.end();
    printer.end();
    expect(text()).toBe("[3/12] archive old-thing …\nstopping\n[3/12] archive old-thing …\n");
  });

  test("the line says when a call is tried again, and what that has cost", () => {
    const { printer, text } = createPrinter({});
    printer.show(progress());
    printer.show(progress({ retryInMs: 19_001, spendUsd: "0.012" as Usd }));
    expect(text()).toEndWith("…\r\u001b[K[3/12] archive old-thing … no answer, again in 20 s  $0.012");
    printer.show(progress({ spendUsd: "0.012" as Usd }));
    printer.show(progress({ result: "archived", spendUsd: "0.014" as Usd }));
    expect(text()).toEndWith(
      "\r\u001b[K[3/12] archive old-thing …\r\u001b[K[3/12] archive old-thing … archived  $0.014\n",
    );
    expect(text().match(/\n/g)).toHaveLength(1);
  });

  test("a waiting line fits on 80 columns", () => {
    const { printer, text } = createPrinter({});
    printer.show(progress({ skills: ["漢".repeat(64), "b"], retryInMs: 60_000 }));
    expect(textWidth(text())).toBeLessThan(80);
  });

  test.each([30, 40, 80])("a standing line fits on %d columns", (width) => {
    for (const skills of [["漢".repeat(64)], ["a".repeat(64), "b", "c"], [HOSTILE.repeat(5)]]) {
      const { printer, text } = createPrinter({ width });
      printer.show(progress({ skills }));
      expect(textWidth(text())).toBeLessThan(width);
      expect(HOSTILE_CHARACTERS.test(text())).toBe(false);
    }
  });
});

describe("off a terminal", () => {
  test("a long run prints a line per decided candidate", () => {
    const { printer, text } = createPrinter({ terminal: false });
    printer.show(progress());
    printer.show(progress({ result: "declined", spendUsd: "0.01" as Usd }));
    expect(text()).toBe("[3/12] archive old-thing … declined  $0.010\n");
  });

  test("a run of fewer than ten candidates prints none", () => {
    const { printer, text } = createPrinter({ terminal: false });
    printer.show(progress({ total: 9, result: "archived" }));
    expect(text()).toBe("");
  });

  test("a line names as many members as fit on 80 columns, and how many more there are", () => {
    const { printer, text } = createPrinter({ terminal: false, width: null });
    const skills = ["a", "b", "c"].map((letter) => letter.repeat(30));
    printer.show(progress({ action: "consolidate", skills, result: "too-large-for-model" }));
    expect(text()).toBe(`[3/12] consolidate ${"a".repeat(19)} and 2 more … too-large-for-model  $0.000\n`);
  });

  test("quiet prints none", () => {
    const { printer, text } = createPrinter({ terminal: false, quiet: true });
    printer.show(progress({ result: "archived" }));
    expect(text()).toBe("");
  });
});
