/** @jsxImportSource hono/jsx */
import type { RunsPageWire } from "../../wire/runs.ts";
import { DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Page } from "../components/page.tsx";
import { Pager, TableControls, TableCount } from "../components/table-controls.tsx";
import { RUN_FILTER_NAMES, RUN_RULES, RUNS_OFFER } from "../query/runs-table.ts";
import { selectRows } from "../query/select-rows.ts";
import type { TableQuery } from "../query/table-query.ts";
import type { View } from "../view.ts";
import { runColumns } from "./run-columns.tsx";

interface RunsPageProps {
  readonly view: View;
  readonly data: RunsPageWire;
  readonly query: TableQuery;
}

/** Every run of the curator, newest first. */
export function RunsPage({ view, data, query }: RunsPageProps) {
  const isOlder = query.after !== "";
  return (
    <Page view={view} title="Runs" current="runs">
      <header class="headline">
        <h1>Runs</h1>
        <p class="lede">
          A run looks at every skill once, asks a model about the few that are due, and records why.
        </p>
      </header>
      {data.runs.length === 0 ? (
        <EmptyState
          what={isOlder ? "No older runs." : "No run so far."}
          hint="A preview changes nothing; after it, the same command without the option runs."
          command={`${view.commandLine} --dry-run`}
        />
      ) : (
        <RunsTable view={view} data={data} query={query} />
      )}
      {(isOlder || data.next_cursor !== null) && (
        <nav class="pager" aria-label="Older and newer runs">
          {isOlder && <a href={view.links.runs}>Newest runs</a>}
          {data.next_cursor !== null && (
            <a href={`?${new URLSearchParams({ after: data.next_cursor })}`}>Older runs</a>
          )}
        </nav>
      )}
    </Page>
  );
}

function RunsTable({ view, data, query }: RunsPageProps) {
  const selected = selectRows(data.runs, query, RUN_RULES);
  return (
    <>
      <TableControls
        query={query}
        offer={RUNS_OFFER}
        label="Search runs"
        filterLabel="Show"
        filterNames={RUN_FILTER_NAMES}
      />
      <div data-table>
        <TableCount matches={selected.matches} total={selected.total} noun="run" />
        {selected.matches === 0 ? (
          <EmptyState what="No run matches." hint="Search for fewer words, or show all." />
        ) : (
          <DataTable
            caption="Runs with what they did and what they cost"
            columns={runColumns(view)}
            rows={selected.rows}
            query={query}
            offer={RUNS_OFFER}
          />
        )}
        <Pager query={query} offer={RUNS_OFFER} page={selected.page} pages={selected.pages} />
      </div>
    </>
  );
}
