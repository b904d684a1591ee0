import { describe, expect, test } from "bun:test";
import { DEFAULT_CONFIG, hybridPairs, pairSourceOf, similarPairs } from "@metis-curate/core";

const LIMITS = { name_overlap: 0.6, description_overlap: 0.7 };
const INVOICES = `Open the ledger and sort the unpaid invoices by their due date. For every customer that is more than
thirty days late, write one short and friendly reminder and attach the invoice as a PDF file.`;
const TREES = `Walk through the orchard after the first frost and mark each branch that is dead or crosses another one.
Cut close to the collar with a clean saw, and burn whatever shows any sign of canker or rot.`;

function item(name: string, body: string, description = "helps with a thing") {
  return { name, description, body };
}

function pairsOf(...items: readonly ReturnType<typeof item>[]): readonly string[] {
  return hybridPairs(items, LIMITS).map(({ a, b }) => `${a}+${b}`);
}

describe("two skills are near-duplicates", () => {
  test("when one body grew out of the other, whatever they are called", () => {
    const grown = `# Dunning\n\n${INVOICES}\n\n${TREES.replaceAll(" ", " very ")}\n\nThen tell the team.`;
    expect(pairsOf(item("send-reminders", INVOICES), item("dunning", grown))).toEqual([
      "dunning+send-reminders",
    ]);
  });

  test("when only case, white space and marks differ", () => {
    const other = INVOICES.toUpperCase().replaceAll(" ", "  ").replaceAll(".", " !");
    expect(pairsOf(item("a", INVOICES), item("b", other))).toEqual(["a+b"]);
  });

  test("in a script without spaces", () => {
    const body = "打开账本，按到期日排序所有未付发票，然后给每位逾期客户写一封简短的提醒邮件。";
    expect(pairsOf(item("a", body), item("b", `首先，${body}最后通知团队。`))).toEqual(["a+b"]);
  });

  test("when their bodies say next to nothing and their descriptions the same", () => {
    const description = "Sort the unpaid invoices by due date and remind every late customer.";
    expect(pairsOf(item("a", "See above.", description), item("b", "", description))).toEqual(["a+b"]);
  });
});

describe("two skills are not near-duplicates", () => {
  test("by their names and descriptions alone", () => {
    expect(pairsOf(item("pdf-fallback", INVOICES), item("fallback-pdf", TREES))).toEqual([]);
  });

  test("when they share one phrase of a few", () => {
    const shared = "run the tests and report";
    expect(pairsOf(item("a", `${shared} back to me`), item("b", `first ${shared} now`, "another"))).toEqual(
      [],
    );
  });

  test("without any words", () => {
    expect(pairsOf(item("a", "", ""), item("b", "***", ""), item("c", "\ud800", ""))).toEqual([]);
  });
});

test("the configuration names the evidence, and the lexical one is the default", () => {
  expect(pairSourceOf(DEFAULT_CONFIG)).toBe(similarPairs);
  expect(pairSourceOf({ similarity: "hybrid" })).toBe(hybridPairs);
});
