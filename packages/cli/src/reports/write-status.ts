import type { StatusReport } from "@metis-curate/core";
import type { ReportView } from "../commands/curator-command.ts";
import { formatBytes } from "../text/format-bytes.ts";
import { formatCalls } from "../text/format-calls.ts";
import { formatDollars } from "../text/format-dollars.ts";
import type { Cell } from "../text/format-table.ts";
import { formatInstant, formatRelativeDays } from "../text/format-time.ts";
import type { Page } from "../text/page.ts";
import { writeNotices } from "./write-notices.ts";

/** Writes the state of a root, one fact per line. */
export function writeStatus(page: Page, report: StatusReport, view: ReportView): void {
  page.table(
    [{ header: "" }, { header: "" }],
    statusRows(report, view).map(([name, text]): readonly Cell[] => [
      { text: name, paint: page.palette.dim },
      { text },
    ]),
  );
  writeNotices(page, report.notices);
}

function statusRows(report: StatusReport, view: ReportView): readonly (readonly [string, string])[] {
  const { skills, root } = report;
  const waiting: (readonly [string, string])[] = [];
  if (report.unfinished > 0) waiting.push(["unfinished", `${report.unfinished}, the next run sees to it`]);
  if (report.needs_preview > 0) {
    waiting.push(["waiting", `${report.needs_preview} would be archived at once; look at --dry-run`]);
  }
  return [
    ["library", `${root.scope}, layout ${root.layout}: ${root.path}`],
    ["trace", describeTrace(report)],
    ["curation", describeSwitch(report)],
    ["model", report.model],
    ["last curated", withDays(report.last_curation_at, view.nowMs)],
    ["next due", report.next_due_at === null ? "-" : withDays(report.next_due_at, view.nowMs)],
    ["last run", describeLastRun(report)],
    ["skills", `${skills.active} active, ${skills.stale} stale, ${skills.archived} archived`],
    ["", `${skills.touchable} curated, ${skills.pinned} pinned, ${skills.skipped} not read`],
    ["spent today", describeSpend(report)],
    ["archive", formatBytes(report.archive_bytes)],
    ...besides(report),
    ...waiting,
  ];
}

/** What else of the library takes room; nothing of it goes by itself. */
function besides(report: StatusReport): (readonly [string, string])[] {
  const parts = [
    ["backups", report.backups_bytes],
    ["displaced", report.displaced_bytes],
  ] as const;
  return parts.flatMap(([name, bytes]) => (bytes === 0 ? [] : [[name, formatBytes(bytes)] as const]));
}

function describeTrace({ trace }: StatusReport): string {
  if (!trace.events_readable) return `${trace.path} (${trace.writable ? "none yet" : "not readable"})`;
  return trace.writable ? trace.path : `${trace.path} (read only)`;
}

function describeSwitch(report: StatusReport): string {
  if (!report.enabled) return "disabled by configuration";
  return report.paused ? "paused" : "on";
}

function describeLastRun({ last_run: run }: StatusReport): string {
  if (run === null) return "none";
  const early = run.ended_early === null ? "" : `, ended early: ${run.ended_early}`;
  const calls = formatCalls(run.calls);
  return `${run.throttled_reason}${early} (${run.run_id})${calls === "" ? "" : `: ${calls}`}`;
}

function describeSpend({
  spend_today_usd: spent,
  per_day_max_usd: cap,
  calls_today: calls,
}: StatusReport): string {
  const detail = formatCalls(calls);
  return `${formatDollars(spent)} of ${formatDollars(cap)}${detail === "" ? "" : `: ${detail}`}`;
}

function withDays(iso: string | null, nowMs: number): string {
  if (iso === null) return "never";
  return `${formatInstant(iso)} UTC (${formatRelativeDays(iso, nowMs)})`;
}
