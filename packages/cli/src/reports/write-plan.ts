import type { PlannedCandidate, PlanReport } from "@metis-curate/core";
import type { ReportView } from "../commands/curator-command.ts";
import { formatDollars, isFree } from "../text/format-dollars.ts";
import { type Cell, NAME_WIDTH } from "../text/format-table.ts";
import type { Page } from "../text/page.ts";
import { writeLeftAlone } from "./write-left-alone.ts";
import { writeNotices } from "./write-notices.ts";

/** How a plan goes on. */
export interface PlanFollowUp {
  /** Words of the command that would carry it out. */
  readonly next: readonly string[];
  /** False when no model could be asked for its price. */
  readonly estimated: boolean;
}

/** Writes a dry run and the command that would carry it out. */
export function writePlan(page: Page, report: PlanReport, view: ReportView, after: PlanFollowUp): void {
  const { palette } = page;
  page.text("Dry run: nothing was changed, no model was asked.", palette.dim);
  writeCandidates(page, report, after.estimated);
  writeLeftAlone(page, report.left_alone);
  writeNotices(page, report.notices);
  page.blank();
  if (report.candidates.length === 0) {
    page.text("There is nothing to do.");
    return;
  }
  page.text("To do it:");
  page.verbatim(view.command(...after.next), palette.cyan, "  ");
}

function writeCandidates(page: Page, report: PlanReport, estimated: boolean): void {
  const { palette } = page;
  if (report.candidates.length > 0) {
    page.heading(`Candidates: ${report.candidates.length}`);
    const costs = report.candidates.some((candidate) => !isFree(candidate.estimated_cost_usd));
    page.table(
      [
        { header: "action", keepWords: 11 },
        { header: "skills", keepWords: NAME_WIDTH },
        ...(costs ? [{ header: "at most", align: "right" } as const] : []),
        { header: "why" },
      ],
      report.candidates.map((candidate) => candidateRow(candidate, costs, palette.yellow)),
    );
    const total = `Estimated total, at most: ${formatDollars(report.estimated_total_usd)}`;
    if (estimated) page.text(total, palette.bold);
  }
  if (report.truncated > 0) {
    page.text(`${report.truncated} more were cut by max_skills_per_root and will come up in a later run.`);
  }
}

function candidateRow(
  candidate: PlannedCandidate,
  costs: boolean,
  paint: (text: string) => string,
): readonly Cell[] {
  return [
    { text: candidate.action, paint },
    { text: candidate.skills.join(", ") },
    ...(costs ? [{ text: formatDollars(candidate.estimated_cost_usd) }] : []),
    { text: candidate.reason },
  ];
}
