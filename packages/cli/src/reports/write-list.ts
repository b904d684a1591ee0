import type { ListedSkill, ListReport } from "@metis-curate/core";
import type { ReportView } from "../commands/curator-command.ts";
import type { Cell } from "../text/format-table.ts";
import { formatInstant, formatRelativeDays } from "../text/format-time.ts";
import type { Page } from "../text/page.ts";

/** Writes every skill of a root with its state, then archives and skipped files. */
export function writeList(page: Page, report: ListReport, view: ReportView): void {
  const { root } = report;
  page.text(`${root.scope} library, layout ${root.layout}: ${root.path}`, page.palette.bold);
  page.text(`Last curated: ${formatInstant(report.last_curation_at)}`);
  if (report.unfinished > 0) page.text(describeUnfinished(report.unfinished), page.palette.yellow);
  writeSkills(page, report.skills, view);
  writeDiagnostics(page, report.skills);
  writeArchives(page, report);
  writeSkipped(page, report);
}

/** `1 unfinished action: …` (CONTRACTS 7.6). */
export function describeUnfinished(count: number): string {
  return `${count} unfinished action${count === 1 ? "" : "s"}: the next run finishes or forgets ${count === 1 ? "it" : "them"}.`;
}

function writeSkills(page: Page, skills: readonly ListedSkill[], view: ReportView): void {
  page.heading(`Skills: ${skills.length}`);
  if (skills.length === 0) return;
  page.table(
    [
      { header: "name" },
      { header: "state" },
      { header: "origin" },
      { header: "last load" },
      { header: "loads", align: "right" },
      { header: "left alone" },
    ],
    skills.map((skill): readonly Cell[] => [
      { text: skill.name },
      { text: skill.state, ...(skill.state === "active" ? {} : { paint: page.palette.yellow }) },
      { text: skill.origin },
      { text: formatRelativeDays(skill.last_loaded_at, view.nowMs) },
      { text: `${skill.loads_in_window}` },
      { text: describeReason(skill) },
    ]),
  );
}

function describeReason(skill: ListedSkill): string {
  const pinned = skill.pinned && skill.reason !== "pinned" ? ", pinned" : "";
  return `${skill.reason}${pinned}`;
}

function writeDiagnostics(page: Page, skills: readonly ListedSkill[]): void {
  const found = skills.flatMap((skill) => skill.diagnostics.map((diagnostic) => ({ skill, diagnostic })));
  if (found.length === 0) return;
  page.heading(`Worth fixing: ${found.length}`);
  for (const { skill, diagnostic } of found) {
    page.item(`${skill.path}${formatPlace(diagnostic)}: ${diagnostic.kind}: ${diagnostic.message}`);
  }
}

function writeArchives(page: Page, report: ListReport): void {
  if (report.archives.length === 0) return;
  page.heading(`In the archive: ${report.archives.length}`);
  page.table(
    [{ header: "id (for restore)" }, { header: "skill" }, { header: "kind" }, { header: "since (UTC)" }],
    report.archives.map((archive): readonly Cell[] => [
      { text: archive.id },
      { text: archive.skill },
      { text: archive.kind },
      { text: formatInstant(archive.at) },
    ]),
  );
}

function writeSkipped(page: Page, report: ListReport): void {
  if (report.skipped.length === 0) return;
  page.heading(`Not read: ${report.skipped.length}`);
  for (const skipped of report.skipped) {
    page.item(`${skipped.path}${formatPlace(skipped)}: ${skipped.kind}: ${skipped.message}`);
  }
}

function formatPlace(place: { readonly line?: number; readonly column?: number }): string {
  if (place.line === undefined) return "";
  return place.column === undefined ? `:${place.line}` : `:${place.line}:${place.column}`;
}
