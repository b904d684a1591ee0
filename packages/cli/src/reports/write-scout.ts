import type { ScoutedSkill, ScoutReport } from "@metis-curate/core";
import type { ReportView } from "../commands/curator-command.ts";
import { formatShare } from "../text/format-share.ts";
import type { Page } from "../text/page.ts";
import { writeNotices } from "./write-notices.ts";

/** Writes what was found in public collections, the most relevant first. */
export function writeScout(page: Page, report: ScoutReport, view: ReportView): void {
  if (report.skills.length === 0) page.text("Nothing found.");
  for (const skill of report.skills) writeSkill(page.blank(), skill);
  const [first] = report.skills;
  if (first !== undefined) {
    page.blank().text("These are strangers' texts. Look at one, then adopt it:");
    page.verbatim(view.command("scout", "adopt", first.id, "--dry-run"), page.palette.cyan, "  ");
  }
  const cached = report.sources.filter((source) => source.cached).map(({ source }) => source);
  writeNotices(page, [
    ...report.sources.flatMap(({ warnings }) => warnings),
    ...(cached.length === 0
      ? []
      : [`from an answer of the last 24 hours: ${cached.join(", ")}; --refresh asks again`]),
    ...report.notices,
  ]);
}

function writeSkill(page: Page, skill: ScoutedSkill): void {
  const marks = [
    formatShare(skill.relevance_score),
    skill.source,
    ...(skill.status === "new" ? [] : [skill.status]),
  ];
  page.text(`${skill.name} (${marks.join(", ")})`, page.palette.bold);
  page.text(skill.description ?? "says nothing of itself", undefined, "  ");
  if (skill.matched_gap !== null) page.text(`fills the gap: ${skill.matched_gap}`, page.palette.dim, "  ");
  page.verbatim(`${skill.id}  ${skill.source_url}`, page.palette.dim, "  ");
}
