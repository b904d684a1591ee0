import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  decodeTableQuery,
  formatTableQuery,
  type TableOffer,
} from "../../../src/dashboard/query/table-query.ts";

const OFFER: TableOffer = {
  sorts: { name: "asc", loads: "desc", size: "desc" },
  defaultSort: "name",
  filters: ["live", "archived"],
};
const words = fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.toWellFormed().trim());
const tableQuery = fc.record({
  search: words,
  sort: fc.constantFrom("name", "loads", "size"),
  order: fc.constantFrom("asc" as const, "desc" as const),
  page: fc.integer({ min: 1, max: 1_000 }),
  filter: fc.constantFrom("", "live", "archived"),
  after: words,
});

describe("a table's query", () => {
  test("is read back from the address it was written to", () => {
    fc.assert(
      fc.property(tableQuery, (query) => {
        const address = formatTableQuery(query, { page: query.page }, OFFER);
        expect(decodeTableQuery(new URLSearchParams(address), OFFER)).toEqual(query);
      }),
    );
  });

  test("is always one the table knows, whatever the address says", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("q", "sort", "order", "show", "page", "after", "x"), fc.string()),
        (given) => {
          const query = decodeTableQuery(new URLSearchParams(given), OFFER);
          expect(Object.keys(OFFER.sorts)).toContain(query.sort);
          expect(["asc", "desc"]).toContain(query.order);
          expect(["", ...OFFER.filters]).toContain(query.filter);
          expect(query.page).toBeGreaterThanOrEqual(1);
          expect(query.search.length).toBeLessThanOrEqual(200);
        },
      ),
      {
        examples: [
          [{ sort: "__proto__", order: "DESC", show: "constructor", page: "-1" }],
          [{ page: "99999999999999999999", q: "\ud800" }],
          [{ sort: "toString" }],
        ],
      },
    );
  });

  test("goes back to the first page when anything else of it changes", () => {
    const query = decodeTableQuery(new URLSearchParams("page=7&q=web"), OFFER);
    expect(formatTableQuery(query, { sort: "loads", order: "desc" }, OFFER)).toBe("?q=web&sort=loads");
  });
});
