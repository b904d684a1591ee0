import type { MatchReport, SkillMatch } from "@metis-curate/core";
import type { ReportView } from "../commands/curator-command.ts";
import { formatShare } from "../text/format-share.ts";
import { NAME_WIDTH } from "../text/format-table.ts";
import type { Page } from "../text/page.ts";
import { writeNotices } from "./write-notices.ts";

/** Writes the skills for a task, or that none fits. */
export function writeMatch(page: Page, report: MatchReport, view: ReportView): void {
  const [best] = report.matches;
  if (report.best_skill !== null && best !== undefined) writeBest(page, best, view);
  else if (report.gap !== null) writeGap(page, report.gap.message, report.gap.threshold);
  if (report.matches.length > 0) writeTable(page.blank(), report.matches);
  writeNotices(page, [...(report.method.hint === null ? [] : [report.method.hint]), ...report.notices]);
}

function writeBest(page: Page, best: SkillMatch, view: ReportView): void {
  page.text(best.name, page.palette.bold);
  page.text(best.description, undefined, "  ");
  page.verbatim(best.path, page.palette.cyan, "  ");
  page.text("Afterwards say how it went:", page.palette.dim, "  ");
  page.verbatim(view.command("feedback", best.name, "success"), page.palette.dim, "  ");
}

function writeGap(page: Page, message: string, threshold: number): void {
  page.text("No skill fits.", page.palette.bold);
  page.text(`${message} (threshold ${formatShare(threshold)})`, undefined, "  ");
}

function writeTable(page: Page, matches: readonly SkillMatch[]): void {
  page.table(
    [
      { header: "score", align: "right", whole: true },
      { header: "skill", keepWords: NAME_WIDTH },
      { header: "fit", align: "right", whole: true },
      { header: "did well", align: "right", whole: true },
      { header: "state", whole: true },
      { header: "because of" },
    ],
    matches.map((match) => [
      { text: formatShare(match.score) },
      { text: match.name, paint: page.palette.bold },
      { text: formatShare(match.similarity) },
      { text: formatShare(match.effectiveness) },
      { text: match.profile_match === 1 ? `${match.state}, in profile` : match.state },
      { text: match.why.slice(0, 5).join(" ") },
    ]),
  );
}
