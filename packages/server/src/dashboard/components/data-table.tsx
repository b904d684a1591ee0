/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { formatTableQuery, type TableOffer, type TableQuery } from "../query/table-query.ts";

export interface Column<Row> {
  readonly label: string;
  /** Key it sorts by; absent when it cannot. */
  readonly sort?: string;
  readonly numeric?: boolean;
  /** The narrowest screen it is shown on, 640, 960 or 1,250 px; absent for any. The row's own page has it always. */
  readonly from?: "medium" | "wide" | "huge";
  readonly cell: (row: Row) => Child;
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly query: TableQuery;
  readonly offer: TableOffer;
}

/** A table whose first column names its rows and whose headers sort it: links, so without any script. */
export function DataTable<Row>({ caption, columns, rows, query, offer }: DataTableProps<Row>) {
  return (
    <table class="data">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell column={column} query={query} offer={offer} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {columns.map((column, index) =>
              index === 0 ? (
                <th scope="row">{column.cell(row)}</th>
              ) : (
                <td class={cellClass(column)}>{column.cell(row)}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeaderCellProps<Row> {
  readonly column: Column<Row>;
  readonly query: TableQuery;
  readonly offer: TableOffer;
}

function HeaderCell<Row>({ column, query, offer }: HeaderCellProps<Row>) {
  const { sort, label } = column;
  if (sort === undefined) {
    return (
      <th scope="col" class={cellClass(column)}>
        {label}
      </th>
    );
  }
  const isSorted = query.sort === sort;
  const opposite = query.order === "asc" ? "desc" : "asc";
  const order = isSorted ? opposite : (offer.sorts[sort] ?? "asc");
  const sorted = query.order === "asc" ? "ascending" : "descending";
  return (
    <th scope="col" class={cellClass(column)} {...(isSorted ? { "aria-sort": sorted } : {})}>
      <a href={formatTableQuery(query, { sort, order }, offer)} data-table-link={`sort-${sort}`}>
        {label}
      </a>
    </th>
  );
}

function cellClass<Row>({ numeric, from }: Column<Row>): string {
  return [numeric ? "numeric" : "", from === undefined ? "" : `from-${from}`].filter(Boolean).join(" ");
}
