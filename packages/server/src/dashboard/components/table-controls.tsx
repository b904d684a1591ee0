/** @jsxImportSource hono/jsx */
import { formatTableQuery, type TableOffer, type TableQuery } from "../query/table-query.ts";
import { formatCountOf, formatInteger } from "../text/format-number.ts";

interface TableControlsProps {
  readonly query: TableQuery;
  readonly offer: TableOffer;
  readonly label: string;
  readonly filterLabel: string;
  readonly filterNames: Readonly<Record<string, string>>;
}

/** Search and filter of a table: a plain form, which a script sends while the reader types. */
export function TableControls({ query, offer, label, filterLabel, filterNames }: TableControlsProps) {
  return (
    <search>
      <form class="controls" method="get" data-table-form>
        <label class="field">
          <span>{label}</span>
          <input type="search" name="q" value={query.search} autocomplete="off" spellcheck={false} />
        </label>
        <label class="field">
          <span>{filterLabel}</span>
          <select name="show">
            <option value="">All</option>
            {offer.filters.map((filter) => (
              <option value={filter} selected={filter === query.filter}>
                {filterNames[filter] ?? filter}
              </option>
            ))}
          </select>
        </label>
        {query.sort !== offer.defaultSort && <input type="hidden" name="sort" value={query.sort} />}
        {query.order !== offer.sorts[query.sort] && <input type="hidden" name="order" value={query.order} />}
        {query.after !== "" && <input type="hidden" name="after" value={query.after} />}
        <button type="submit">Apply</button>
      </form>
    </search>
  );
}

interface TableCountProps {
  readonly matches: number;
  readonly total: number;
  readonly noun: string;
}

/** How much is shown; read out when a search changes it. */
export function TableCount({ matches, total, noun }: TableCountProps) {
  return (
    <p class="note" data-table-count>
      {matches === total
        ? formatCountOf(total, noun)
        : `${formatInteger(matches)} of ${formatCountOf(total, noun)}`}
    </p>
  );
}

interface PagerProps {
  readonly query: TableQuery;
  readonly offer: TableOffer;
  readonly page: number;
  readonly pages: number;
}

export function Pager({ query, offer, page, pages }: PagerProps) {
  if (pages === 1) return null;
  const to = (target: number) => formatTableQuery(query, { page: target }, offer);
  return (
    <nav class="pager" aria-label="Pages of the table">
      {page > 1 && (
        <a href={to(page - 1)} rel="prev" data-table-link="page-previous">
          Previous
        </a>
      )}
      <span>
        Page {formatInteger(page)} of {formatInteger(pages)}
      </span>
      {page < pages && (
        <a href={to(page + 1)} rel="next" data-table-link="page-next">
          Next
        </a>
      )}
    </nav>
  );
}
