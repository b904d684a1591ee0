import { type LibrarySize, sumUsd, type Usd } from "@metis-curate/core";
import type { RunSummaryWire } from "../../wire/runs.ts";
import type { DaySpend, OverviewData, WeekLoads } from "../data/dashboard-data.ts";
import type { Links } from "../links.ts";
import { formatCountOf, formatInteger } from "../text/format-number.ts";
import { formatUsd } from "../text/format-usd.ts";
import { formatDayUtc } from "../text/format-when.ts";

import type { ChartSpec, ChartValue } from "./chart-spec.ts";

const SHOWN_RUNS = 24;

/** What each UTC day cost, against the cap of a day. */
export function spendChart(spend: readonly DaySpend[], capUsd: Usd): ChartSpec {
  const total = sumUsd(spend.map(({ usd }) => usd));
  return {
    title: "Spend per day",
    summary: `${formatUsd(total)} in ${formatCountOf(spend.length, "day")}; the cap is ${formatUsd(capUsd)} a day.`,
    unit: "usd",
    step: "Day",
    series: [{ label: "Spend", tone: "first" }],
    points: spend.map(({ day, usd }) => ({
      label: day,
      values: [{ amount: Number(usd), text: formatUsd(usd) }],
    })),
    limit: { label: `Cap ${formatUsd(capUsd)}`, amount: Number(capUsd) },
  };
}

/** What the last runs did, oldest first. */
export function actionsChart(runs: readonly RunSummaryWire[], links: Links): ChartSpec {
  const shown = runs.slice(0, SHOWN_RUNS).toReversed();
  const total = shown.reduce((sum, { actions_total }) => sum + actions_total, 0);
  return {
    title: "Actions per run",
    summary: `${formatCountOf(total, "action")} in ${runsText(shown.length)}.`,
    unit: "count",
    step: "Run",
    series: [
      { label: "Archived", tone: "first" },
      { label: "Merged", tone: "second" },
      { label: "Edited", tone: "third" },
    ],
    points: shown.map(({ curator_run_id, started_at, actions_by_type }) => ({
      label: formatDayUtc(started_at),
      href: links.run(curator_run_id),
      values: ["archive", "consolidate", "edit"].map((type) => count(actions_by_type[type] ?? 0)),
    })),
  };
}

/** How often skills were loaded, week by week. */
export function loadsChart(loads: readonly WeekLoads[]): ChartSpec {
  const total = loads.reduce((sum, week) => sum + week.loads, 0);
  return {
    title: "Loads per week",
    summary: `${formatCountOf(total, "load")} in ${formatCountOf(loads.length, "week")}.`,
    unit: "count",
    step: "Week of",
    series: [{ label: "Loads", tone: "first" }],
    points: loads.map((week) => ({ label: week.week, values: [count(week.loads)] })),
  };
}

/** How many skills there were at the end of each week, by state. */
export function sizeChart(sizes: readonly LibrarySize[], now: OverviewData["status"]["skills"]): ChartSpec {
  return {
    title: "Library size",
    summary: `${formatInteger(now.active)} active, ${formatInteger(now.stale)} stale, ${formatInteger(now.archived)} archived today.`,
    unit: "count",
    step: "Week of",
    series: [
      { label: "Active", tone: "first" },
      { label: "Stale", tone: "second" },
      { label: "Archived", tone: "third" },
    ],
    points: sizes.map(({ week, active, stale, archived }) => ({
      label: week,
      values: [active, stale, archived].map(count),
    })),
  };
}

function count(amount: number): ChartValue {
  return { amount, text: formatInteger(amount) };
}

function runsText(count: number): string {
  if (count === 0) return "no run";
  return count === 1 ? "the last run" : `the last ${formatCountOf(count, "run")}`;
}
