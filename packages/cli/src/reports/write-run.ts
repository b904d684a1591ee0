import type { LeftAlone, RunReport, SkipRecord } from "@metis-curate/core";
import type { ReportView } from "../commands/curator-command.ts";
import { formatCalls, formatPurposes } from "../text/format-calls.ts";
import { formatDollars, isFree } from "../text/format-dollars.ts";
import { type Cell, type Column, NAME_WIDTH } from "../text/format-table.ts";
import { formatDuration } from "../text/format-time.ts";
import type { Page } from "../text/page.ts";
import { type CuratedPayload, decodeCuratedPayload } from "./curated-payload.ts";
import { describeEnd } from "./describe-end.ts";
import { writeLeftAlone } from "./write-left-alone.ts";
import { writeNotices } from "./write-notices.ts";
import { writeSuggestions } from "./write-suggestions.ts";

/** Writes what a run did, what it skipped and why, its spend, and how to undo it. */
export function writeRun(page: Page, report: RunReport, view: ReportView): void {
  const { palette } = page;
  const actions = report.actions.map(decodeCuratedPayload);
  page.text(describeEnd(report), report.ended_early === null ? palette.bold : palette.red);
  writeActions(page, actions);
  writeSkips(page, report.skips);
  writeSuggestions(
    page,
    actions.map(({ skillId, suggestedDescription }) => ({
      skill: skillId,
      description: suggestedDescription,
    })),
    view,
  );
  writeLeftAlone(page, withoutRepeatedDetails(report));
  writeNotices(page, report.notices);
  page.blank().text(summarize(report));
  writeCalls(page, report);
  if (actions.length === 0) return;
  page.text("To reverse this run:");
  page.verbatim(view.command("undo", report.curator_run_id), palette.cyan, "  ");
}

function writeActions(page: Page, actions: readonly CuratedPayload[]): void {
  if (actions.length === 0) return;
  const costs = actions.some((action) => !isFree(action.costUsd));
  const survivors = new Map(
    actions.flatMap((action) => action.consolidatedFrom.map((member) => [member, action.skillId] as const)),
  );
  page.heading(`Done: ${actions.length}`);
  page.table(
    [
      { header: "action" },
      { header: "skill", keepWords: NAME_WIDTH },
      ...costColumn(costs),
      { header: "what and why" },
    ],
    actions.map((action): readonly Cell[] => [
      { text: pastTense(action.action), paint: page.palette.green },
      { text: action.skillId },
      ...costCell(costs, action.costUsd),
      { text: describeAction(action, survivors) },
    ]),
  );
}

function writeSkips(page: Page, skips: readonly SkipRecord[]): void {
  if (skips.length === 0) return;
  const costs = skips.some((skip) => !isFree(skip.cost_usd));
  page.heading(`Skipped: ${skips.length}`);
  page.table(
    [
      { header: "action", keepWords: 11 },
      { header: "skills", keepWords: NAME_WIDTH },
      { header: "because" },
      ...costColumn(costs),
      { header: "message" },
    ],
    skips.map((skip): readonly Cell[] => [
      { text: skip.action },
      { text: skip.skills.join(", ") },
      { text: skip.kind, paint: page.palette.yellow },
      ...costCell(costs, skip.cost_usd),
      { text: skip.message },
    ]),
  );
}

/** What the table of skips says already is not said again. */
function withoutRepeatedDetails({ left_alone, skips }: RunReport): readonly LeftAlone[] {
  const told = new Set(skips.flatMap((skip) => skip.skills));
  return left_alone.map((entry) =>
    told.has(entry.skill) ? { skill: entry.skill, reason: entry.reason } : entry,
  );
}

/** No archive paths: `restore` takes the skill's name. */
function describeAction(action: CuratedPayload, survivors: ReadonlyMap<string, string>): string {
  const survivor = action.action === "archive" ? survivors.get(action.skillId) : undefined;
  if (survivor !== undefined) return `now part of ${survivor}`;
  const from = action.consolidatedFrom;
  const what = from.length > 0 ? `took in ${from.join(", ")}` : "";
  return [what, action.rationale].filter((part) => part !== "").join(": ");
}

/** A column of zeros says nothing: the costs are shown once one of them is above zero. */
function costColumn(costs: boolean): readonly Column[] {
  return costs ? [{ header: "cost", align: "right" }] : [];
}

function costCell(costs: boolean, costUsd: string): readonly Cell[] {
  return costs ? [{ text: formatDollars(costUsd) }] : [];
}

function pastTense(action: string): string {
  switch (action) {
    case "consolidate":
      return "merged";
    case "pin":
    case "unpin":
      return `${action}ned`;
    case "archive":
    case "restore":
      return `${action}d`;
    case "edit":
      return "edited";
    default:
      return action;
  }
}

/** What the calls could have cost beside what they did, and for what. */
function writeCalls(page: Page, { calls }: RunReport): void {
  if (calls.calls === 0) return;
  page.text(`Model: ${formatCalls(calls)} (${formatPurposes(calls)}).`);
}

function summarize(report: RunReport): string {
  const failures = report.errors > 0 ? `, ${report.errors} failed` : "";
  const cut = report.truncated > 0 ? `, ${report.truncated} cut by max_skills_per_root` : "";
  const counts = `${report.actions.length} done, ${report.skips.length} skipped${failures}${cut}`;
  return `Run ${report.curator_run_id}: ${counts}; spent ${formatDollars(report.spend_usd)} in ${formatDuration(report.duration_ms)}.`;
}
