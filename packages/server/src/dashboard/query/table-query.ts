export type SortOrder = "asc" | "desc";

/** What a reader asked of a table, through the query string alone. */
export interface TableQuery {
  /** Words a row must contain, all of them. */
  readonly search: string;
  readonly sort: string;
  readonly order: SortOrder;
  /** Counted from 1. */
  readonly page: number;
  /** Value of the one filter; empty for all rows. */
  readonly filter: string;
  /** Where the rows begin, as the table's own links say; empty for its beginning. */
  readonly after: string;
}

/** What a table offers, and what it shows when nothing is asked. */
export interface TableOffer {
  /** Sort keys with the order a reader means at the first click. */
  readonly sorts: Readonly<Record<string, SortOrder>>;
  readonly defaultSort: string;
  readonly filters: readonly string[];
}

const SEARCH_LENGTH_MAX = 200;
const PAGE_MAX = 1_000_000;
const CURSOR_LENGTH_MAX = 1_000;

/** Reads a query string; whatever is unknown, malformed or out of range falls back to the table's default. */
export function decodeTableQuery(params: URLSearchParams, offer: TableOffer): TableQuery {
  const wanted = params.get("sort") ?? "";
  const sort = Object.hasOwn(offer.sorts, wanted) ? wanted : offer.defaultSort;
  const order = params.get("order");
  const filter = params.get("show") ?? "";
  return {
    search: (params.get("q") ?? "").trim().slice(0, SEARCH_LENGTH_MAX).toWellFormed(),
    sort,
    order: order === "asc" || order === "desc" ? order : (offer.sorts[sort] ?? "asc"),
    page: decodePage(params.get("page") ?? ""),
    filter: offer.filters.includes(filter) ? filter : "",
    after: (params.get("after") ?? "").slice(0, CURSOR_LENGTH_MAX).toWellFormed(),
  };
}

function decodePage(text: string): number {
  return /^\d{1,7}$/.test(text) ? Math.min(PAGE_MAX, Math.max(1, Number(text))) : 1;
}

/** The query string of a changed query, with nothing in it that is the default; a change goes back to page 1. */
export function formatTableQuery(query: TableQuery, change: Partial<TableQuery>, offer: TableOffer): string {
  const next = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  if (next.search !== "") params.set("q", next.search.toWellFormed());
  if (next.filter !== "") params.set("show", next.filter);
  if (next.sort !== offer.defaultSort) params.set("sort", next.sort);
  if (next.order !== offer.sorts[next.sort]) params.set("order", next.order);
  if (next.after !== "") params.set("after", next.after);
  if (next.page > 1) params.set("page", next.page.toString());
  return `?${params}`;
}
