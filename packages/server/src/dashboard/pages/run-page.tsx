/** @jsxImportSource hono/jsx */
import type { RunDetailWire } from "../../wire/runs.ts";
import { Command } from "../components/command.tsx";
import { Absent } from "../components/effectiveness.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Facts } from "../components/facts.tsx";
import { Instant } from "../components/instant.tsx";
import { Page } from "../components/page.tsx";
import { Signals } from "../components/signals.tsx";
import type { RunData } from "../data/dashboard-data.ts";
import { formatCountOf, formatDuration, formatInteger } from "../text/format-number.ts";
import { formatUsd } from "../text/format-usd.ts";
import { formatDayUtc } from "../text/format-when.ts";
import { shellWord } from "../text/shell-word.ts";
import { actionsText, runOutcome, triggerText } from "../text/words.ts";
import type { View } from "../view.ts";
import { RunActionItem } from "./run-action.tsx";
import { RunCalls, RunSkips } from "./run-tables.tsx";

const ACTIONS_MAX = 500;

interface RunPageProps {
  readonly view: View;
  readonly run: RunData;
}

/** One run: every action with its reasons, what was skipped, what was asked and what it cost. */
export function RunPage({ view, run }: RunPageProps) {
  const startedAt = run.started_at;
  const isManual = isManualAct(run);
  const kind = isManual ? "Act" : "Run";
  return (
    <Page view={view} title={`${kind} of ${formatDayUtc(startedAt)}`} current="runs">
      <header class="headline">
        <h1>
          {kind} of <Instant iso={startedAt} day />
        </h1>
        <p class="lede">
          {isManual ? "An operator's act" : runOutcome(run.throttled_reason, run.ended_early)}:{" "}
          {actionsText(run.actions_by_type)}.
        </p>
      </header>
      <RunFacts run={run} isManual={isManual} />
      <Undo view={view} run={run} />
      <section aria-labelledby="actions">
        <h2 id="actions">Actions</h2>
        {run.actions.length === 0 ? (
          <EmptyState
            what="It changed nothing."
            hint="Why each skill was left alone:"
            command={`${view.commandLine} --dry-run`}
          />
        ) : (
          <div class="actions">
            {run.actions.slice(0, ACTIONS_MAX).map((action) => (
              <RunActionItem view={view} action={action} />
            ))}
            {run.actions.length > ACTIONS_MAX && (
              <p class="note">and {formatCountOf(run.actions.length - ACTIONS_MAX, "action")} more</p>
            )}
          </div>
        )}
      </section>
      <RunSkips view={view} skips={run.skips} truncated={run.truncated} />
      <RunCalls view={view} calls={run.calls} />
      {run.config_snapshot !== null && (
        <section aria-labelledby="config">
          <h2 id="config">Limits in force</h2>
          <Signals signals={run.config_snapshot} />
        </section>
      )}
    </Page>
  );
}

function isManualAct({ trigger, finished_at, throttled_reason }: RunDetailWire): boolean {
  return trigger === null && finished_at === null && throttled_reason === null;
}

function RunFacts({ run, isManual }: { readonly run: RunDetailWire; readonly isManual: boolean }) {
  return (
    <Facts
      facts={[
        { term: "Began", value: <Instant iso={run.started_at} /> },
        { term: "Trigger", value: triggerText(run.trigger) },
        { term: "Spend", value: formatUsd(run.spend_usd) },
        ...(isManual
          ? []
          : [
              { term: "Candidates", value: orAbsent(run.candidates_considered, formatInteger) },
              { term: "Actions", value: formatInteger(run.actions_total) },
              { term: "Skips", value: formatInteger(run.skips_total) },
              { term: "Errors", value: formatInteger(run.errors) },
              { term: "Took", value: orAbsent(run.duration_ms, formatDuration) },
            ]),
        { term: "Id", value: <code>{run.curator_run_id}</code>, long: true },
      ]}
    />
  );
}

function orAbsent(value: number | null, format: (value: number) => string) {
  return value === null ? <Absent /> : format(value);
}

const UNDOABLE: ReadonlySet<string> = new Set(["archive", "consolidate", "edit"]);

function Undo({ view, run }: RunPageProps) {
  if (!run.actions.some(({ action }) => UNDOABLE.has(action))) return null;
  const { left_to_undo: left } = run;
  if (left !== null && Object.keys(left).length === 0) {
    return <p class="undo">Nothing of it is left to undo.</p>;
  }
  return (
    <p class="undo">
      Undo {left === null ? "all of it" : `what is left of it (${actionsText(left)})`}, newest first; what was
      changed since stays and is reported:{" "}
      <Command line={`${view.commandLine} undo ${shellWord(run.curator_run_id)}`} />
    </p>
  );
}
