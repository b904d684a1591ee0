import type { ListedArchive, ListedSkill, ListReport } from "@metis-curate/core";
import type { ReportView } from "../commands/curator-command.ts";
import { type Cell, NAME_WIDTH } from "../text/format-table.ts";
import { formatInstant, formatRelativeDays } from "../text/format-time.ts";
import type { Page } from "../text/page.ts";
import { writeSuggestions } from "./write-suggestions.ts";

/** Reasons up to this long are not broken. */
const REASON_WIDTH = 18;

/** What is merely worth fixing must not push the rest off the screen. */
const DIAGNOSTICS_SHOWN = 12;

/** Writes every skill of a root with its state, then archives and skipped files. */
export function writeList(page: Page, report: ListReport, view: ReportView): void {
  const { root } = report;
  page.text(`${root.scope} library, layout ${root.layout}: ${root.path}`, page.palette.bold);
  page.text(`Last curated: ${formatInstant(report.last_curation_at)}`);
  if (report.unfinished > 0) page.text(describeUnfinished(report.unfinished), page.palette.yellow);
  writeSkills(page, report.skills, view);
  writeSuggestions(
    page,
    report.skills
      .filter(({ state }) => state !== "archived")
      .map(({ name, suggested_description }) => ({ skill: name, description: suggested_description })),
    view,
  );
  writeDiagnostics(page, report.skills);
  writeArchives(page, report.archives, view);
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
      { header: "name", keepWords: NAME_WIDTH },
      { header: "state", whole: true },
      { header: "origin", whole: true },
      { header: "last load", whole: true },
      { header: "loads", align: "right", whole: true },
      { header: "reason", keepWords: REASON_WIDTH },
    ],
    skills.map((skill): readonly Cell[] => [
      { text: skill.name },
      { text: skill.state, ...(skill.state === "active" ? {} : { paint: page.palette.yellow }) },
      { text: skill.origin.replace(/_generated$/, "") },
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
  for (const { skill, diagnostic } of found.slice(0, DIAGNOSTICS_SHOWN)) {
    page.item(`${skill.path}${formatPlace(diagnostic)}: ${diagnostic.kind}: ${diagnostic.message}`);
  }
  const rest = found.length - DIAGNOSTICS_SHOWN;
  if (rest > 0) page.item(`and ${rest} more; --list --json has them all`);
}

/** The last column is the word for `restore`; it is never broken, so that it can be copied. */
function writeArchives(page: Page, archives: readonly ListedArchive[], view: ReportView): void {
  if (archives.length === 0) return;
  page.heading(`In the archive: ${archives.length}`);
  page.verbatim(formatArchive("since (UTC)", "kind", "name or id"), page.palette.dim);
  const newest = newestBySkill(archives);
  for (const archive of archives) {
    const word = newest.get(archive.skill) === archive ? archive.skill : archive.id;
    page.verbatim(formatArchive(formatInstant(archive.at), archive.kind, word));
  }
  page.text("To bring one back:");
  page.verbatim(`${view.command("restore")} <name or id>`, page.palette.cyan, "  ");
}

function formatArchive(since: string, kind: string, word: string): string {
  return `${since.padEnd(16)}  ${kind.padEnd(7)}  ${word}`;
}

/** What `restore <skill>` takes; every other archive is reached by its id. */
function newestBySkill(archives: readonly ListedArchive[]): ReadonlyMap<string, ListedArchive> {
  const newest = new Map<string, ListedArchive>();
  for (const archive of archives) {
    if (archive.kind !== "archive") continue;
    const known = newest.get(archive.skill);
    if (known === undefined || known.at <= archive.at) newest.set(archive.skill, archive);
  }
  return newest;
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
