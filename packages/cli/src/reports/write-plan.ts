import type { PlannedCandidate, PlanReport } from "@metis-curate/core";
import type { ReportView } from "../commands/curator-command.ts";
import { formatDollars } from "../text/format-dollars.ts";
import type { Cell } from "../text/format-table.ts";
import type { Page } from "../text/page.ts";
import { writeLeftAlone } from "./write-left-alone.ts";
import { writeNotices } from "./write-notices.ts";

/** Writes a dry run; `next` are the words of the command that would carry it out. */
export function writePlan(page: Page, report: PlanReport, view: ReportView, next: readonly string[]): void {
  const { palette } = page;
  page.text("Dry run: nothing was changed, no model was asked.", palette.dim);
  writeCandidates(page, report);
  writeLeftAlone(page, report.left_alone);
  writeNotices(page, report.notices);
  page.blank();
  if (report.candidates.length === 0) {
    page.text("There is nothing to do.");
    return;
  }
  page.text("To do it:");
  page.verbatim(view.command(...next), palette.cyan, "  ");
}

function writeCandidates(page: Page, report: PlanReport): void {
  const { palette } = page;
  if (report.candidates.length > 0) {
    page.heading(`Candidates: ${report.candidates.length}`);
    page.table(
      [{ header: "action" }, { header: "skills" }, { header: "at most", align: "right" }, { header: "why" }],
      report.candidates.map((candidate) => candidateRow(candidate, palette.yellow)),
    );
    page.text(`Estimated total, at most: ${formatDollars(report.estimated_total_usd)}`, palette.bold);
  }
  if (report.truncated > 0) {
    page.text(`${report.truncated} more were cut by max_skills_per_root and will come up in a later run.`);
  }
}

function candidateRow(candidate: PlannedCandidate, paint: (text: string) => string): readonly Cell[] {
  return [
    { text: candidate.action, paint },
    { text: candidate.skills.join(", ") },
    { text: formatDollars(candidate.estimated_cost_usd) },
    { text: candidate.reason },
  ];
}
