import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { PAGE_ROWS, type RowRules, selectRows } from "../../../src/dashboard/query/select-rows.ts";
import type { TableQuery } from "../../../src/dashboard/query/table-query.ts";

interface Row {
  readonly id: number;
  readonly name: string;
  readonly value: number | null;
}

const RULES: RowRules<Row> = {
  textOf: ({ name }) => name,
  isShown: ({ value }, filter) => filter === "known" && value !== null,
  valueOf: ({ name, value }, sort) => (sort === "name" ? name : value),
};
const row = fc.record({
  id: fc.integer(),
  name: fc.string({ unit: fc.constantFrom("a", "B", " ", "é"), maxLength: 4 }),
  value: fc.option(fc.integer({ min: 0, max: 3 })),
});
const tableQuery: fc.Arbitrary<TableQuery> = fc.record({
  search: fc.constantFrom("", "a", "A b", "É"),
  sort: fc.constantFrom("name", "value"),
  order: fc.constantFrom("asc", "desc"),
  page: fc.integer({ min: 1, max: 5 }),
  filter: fc.constantFrom("", "known"),
  after: fc.constant(""),
});

describe("selectRows", () => {
  test("shows exactly the rows that match, page by page, each once", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 250 }), tableQuery, (rows, query) => {
        const { pages, matches, total } = selectRows(rows, query, RULES);
        const all = Array.from(
          { length: pages },
          (_, index) => selectRows(rows, { ...query, page: index + 1 }, RULES).rows,
        );
        expect(all.slice(0, -1).every(({ length }) => length === PAGE_ROWS)).toBe(true);
        const words = query.search.toLowerCase().split(" ").filter(Boolean);
        const expected = rows.filter(
          (one) =>
            (query.filter === "" || one.value !== null) &&
            words.every((word) => one.name.toLowerCase().includes(word)),
        );
        expect(all.flat().sort((a, b) => rows.indexOf(a) - rows.indexOf(b))).toEqual(expected);
        expect([matches, total]).toEqual([expected.length, rows.length]);
      }),
      { numRuns: 60 },
    );
  });

  test("is sorted, with unknown values last in either order", () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 60 }),
        fc.constantFrom("asc" as const, "desc" as const),
        (rows, order) => {
          const query = { search: "", sort: "value", order, page: 1, filter: "", after: "" };
          const values = selectRows(rows, query, RULES).rows.map(({ value }) => value);
          const known = values.filter((value) => value !== null);
          expect(values).toEqual([...known, ...values.filter((value) => value === null)]);
          expect(known).toEqual(known.toSorted((a, b) => (order === "asc" ? a - b : b - a)));
        },
      ),
    );
  });

  test("a page beyond the last is the last", () => {
    const rows = Array.from({ length: 101 }, (_, id) => ({ id, name: "a", value: id }));
    const query = { search: "", sort: "value", order: "asc" as const, page: 99, filter: "", after: "" };
    expect(selectRows(rows, query, RULES)).toMatchObject({ page: 2, pages: 2, rows: [{ id: 100 }] });
  });
});
