/** @jsxImportSource hono/jsx */
import type { RunSummaryWire } from "../../wire/runs.ts";
import type { Column } from "../components/data-table.tsx";
import { Absent } from "../components/effectiveness.tsx";
import { Instant } from "../components/instant.tsx";
import { formatDuration, formatInteger } from "../text/format-number.ts";
import { formatUsd } from "../text/format-usd.ts";
import { actionsText, runOutcome, triggerText } from "../text/words.ts";
import type { View } from "../view.ts";

/** The columns of the runs table. */
export function runColumns({ links }: View): readonly Column<RunSummaryWire>[] {
  return [
    {
      label: "Started",
      sort: "started",
      cell: (run) => (
        <a href={links.run(run.curator_run_id)}>
          <Instant iso={run.started_at} />
        </a>
      ),
    },
    { label: "Trigger", sort: "trigger", from: "medium", cell: (run) => triggerText(run.trigger) },
    { label: "Outcome", sort: "outcome", cell: (run) => runOutcome(run.throttled_reason, run.ended_early) },
    { label: "Did", sort: "actions", cell: (run) => <Did run={run} /> },
    {
      label: "Skips",
      sort: "skips",
      numeric: true,
      from: "wide",
      cell: (run) => formatInteger(run.skips_total),
    },
    { label: "Spend", sort: "spend", numeric: true, from: "medium", cell: (run) => formatUsd(run.spend_usd) },
    {
      label: "Took",
      sort: "duration",
      numeric: true,
      from: "wide",
      cell: (run) => (run.duration_ms === null ? <Absent /> : formatDuration(run.duration_ms)),
    },
  ];
}

function Did({ run }: { readonly run: RunSummaryWire }) {
  if (run.actions_total === 0) return <span class="quiet">nothing</span>;
  return <>{actionsText(run.actions_by_type)}</>;
}
