import type { GapsReport, SkillGap } from "@metis-curate/core";
import type { ReportView } from "../commands/curator-command.ts";
import { formatShare } from "../text/format-share.ts";
import { formatInstant } from "../text/format-time.ts";
import type { Page } from "../text/page.ts";
import { writeNotices } from "./write-notices.ts";

/** Writes the needs that no skill meets, and of a session its single tasks. */
export function writeGaps(page: Page, report: GapsReport, view: ReportView): void {
  if (report.gaps.length === 0) page.text("No gaps: no need came up three times without a skill.");
  for (const gap of report.gaps) writeGap(page.blank(), gap, view);
  if (report.tasks !== undefined && report.tasks.length > 0) {
    page.heading("Tasks of this session that no skill fitted");
    for (const { task, best_skill: closest, best_score: score } of report.tasks) {
      page.item(closest === null ? task : `${task} (closest: ${closest}, ${formatShare(score)})`);
    }
  }
  writeNotices(page, report.notices);
}

function writeGap(page: Page, gap: SkillGap, view: ReportView): void {
  const times = `${gap.occurrences} tasks in ${gap.sessions} ${gap.sessions === 1 ? "session" : "sessions"}`;
  page.text(gap.theme, page.palette.bold);
  page.text(`${times}, last ${formatInstant(gap.last_seen)} UTC`, page.palette.dim, "  ");
  for (const sample of gap.samples) page.item(sample, "  - ");
  page.text(describeClosest(gap), undefined, "  ");
  if (gap.restore !== null) page.verbatim(view.command("restore", gap.restore), page.palette.cyan, "  ");
}

function describeClosest(gap: SkillGap): string {
  if (gap.restore !== null) return `The archived ${gap.restore} would fit. Restore?`;
  const closest =
    gap.closest_skill === null
      ? "nothing comes near"
      : `${gap.closest_skill.name} comes closest (${formatShare(gap.closest_skill.score)})`;
  return `${closest}; ${ADVICE[gap.recommended_action]}`;
}

const ADVICE: Readonly<Record<SkillGap["recommended_action"], string>> = {
  create_skill: "write a skill for it",
  evolve_skill: "extend that skill",
  scout_external: "look whether somebody has written one",
};
