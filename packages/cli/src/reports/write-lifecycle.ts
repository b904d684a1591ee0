import type { LifecycleReport, LifecycleSkill } from "@metis-curate/core";
import type { ReportView } from "../commands/curator-command.ts";
import { formatShare } from "../text/format-share.ts";
import { NAME_WIDTH } from "../text/format-table.ts";
import type { Page } from "../text/page.ts";
import { writeNotices } from "./write-notices.ts";

/** Writes what could change first, then every skill by state. */
export function writeLifecycle(page: Page, report: LifecycleReport, view: ReportView): void {
  const { active, stale, drafts, archived } = report;
  const counts = `${active.length} active, ${stale.length} stale, ${drafts.length} drafts, ${archived} archived`;
  page.text(counts, page.palette.bold);
  writeCandidates(page, "Worth promoting", report.candidates_promote, view, "promote");
  writeCandidates(page, "A run would archive", report.candidates_archive, view, "explain");
  if (report.candidates_restore.length > 0) {
    page.heading("Restore?");
    for (const { skill, gap } of report.candidates_restore) {
      page.item(`${skill} would fill the gap "${gap}"`);
      page.verbatim(view.command("restore", skill), page.palette.dim, "  ");
    }
  }
  writeSkills(page, "Skills", [...active, ...stale, ...drafts]);
  writeNotices(page, report.notices);
}

function writeCandidates(
  page: Page,
  title: string,
  skills: readonly LifecycleSkill[],
  view: ReportView,
  verb: string,
): void {
  if (skills.length === 0) return;
  page.heading(title);
  for (const { name, reason } of skills) page.item(`${name}: ${reason}`);
  const [first] = skills;
  if (first !== undefined) page.verbatim(view.command(verb, first.name), page.palette.dim, "  ");
}

function writeSkills(page: Page, title: string, skills: readonly LifecycleSkill[]): void {
  if (skills.length === 0) return;
  page.heading(title);
  page.table(
    [
      { header: "skill", keepWords: NAME_WIDTH },
      { header: "state", whole: true },
      { header: "did well", align: "right", whole: true },
      { header: "outcomes", align: "right", whole: true },
      { header: "why" },
    ],
    [...skills]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((skill) => [
        { text: skill.name },
        { text: skill.state },
        { text: skill.uses === 0 ? "-" : formatShare(skill.effectiveness) },
        { text: String(skill.uses) },
        { text: skill.reason },
      ]),
  );
}
