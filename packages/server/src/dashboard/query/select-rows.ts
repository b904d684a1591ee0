import type { TableQuery } from "./table-query.ts";

/** How the rows of one table are searched and compared. */
export interface RowRules<Row> {
  /** Text that is searched. */
  readonly textOf: (row: Row) => string;
  readonly isShown: (row: Row, filter: string) => boolean;
  /** What a column sorts by; null sorts last in either order. */
  readonly valueOf: (row: Row, sort: string) => string | number | null;
}

export interface SelectedRows<Row> {
  readonly rows: readonly Row[];
  /** Rows that match, on all pages. */
  readonly matches: number;
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

export const PAGE_ROWS = 100;

/** The page of rows that a query asks for; a page beyond the last is the last. Equal rows keep their order. */
export function selectRows<Row>(
  all: readonly Row[],
  query: TableQuery,
  rules: RowRules<Row>,
): SelectedRows<Row> {
  const words = query.search.toLowerCase().normalize("NFKC").split(/\s+/).filter(Boolean);
  const matching = all.filter((row) => {
    if (query.filter !== "" && !rules.isShown(row, query.filter)) return false;
    if (words.length === 0) return true;
    const text = rules.textOf(row).toLowerCase().normalize("NFKC");
    return words.every((word) => text.includes(word));
  });
  const direction = query.order === "asc" ? 1 : -1;
  const sorted = matching
    .map((row) => ({ row, value: rules.valueOf(row, query.sort) }))
    .sort((a, b) => compare(a.value, b.value, direction));
  const pages = Math.max(1, Math.ceil(sorted.length / PAGE_ROWS));
  const page = Math.min(query.page, pages);
  const rows = sorted.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS).map(({ row }) => row);
  return { rows, matches: sorted.length, total: all.length, page, pages };
}

function compare(a: string | number | null, b: string | number | null, direction: 1 | -1): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -direction : direction;
}
