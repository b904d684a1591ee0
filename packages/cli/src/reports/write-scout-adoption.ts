import type { AdoptScoutedReport, DismissScoutedReport, SkillFinding } from "@metis-curate/core";
import { formatBytes } from "../text/format-bytes.ts";
import type { Page } from "../text/page.ts";

/** Files and lines of `SKILL.md` that are shown; the rest is counted. */
const FILES_MAX = 40;
const LINES_MAX = 400;

/** Writes what was adopted, or would be: its files, what was found in them, and before it is written its text. */
export function writeScoutAdoption(page: Page, report: AdoptScoutedReport): void {
  page.text(report.skill, page.palette.bold);
  page.text(report.description, undefined, "  ");
  page.verbatim(report.source_url, page.palette.dim, "  ");
  page.heading(report.written ? `Written to ${report.path}` : `To be written to ${report.path}`);
  for (const { path, bytes } of report.files.slice(0, FILES_MAX)) {
    page.verbatim(`${path} (${formatBytes(bytes)})`, undefined, "  ");
  }
  const more = report.files.length - FILES_MAX;
  if (more > 0) page.text(`and ${more} more`, undefined, "  ");
  writeFindings(page, report.findings);
  if (!report.written && report.skill_md !== undefined) writeText(page, report.skill_md);
  if (report.blocked === null) page.blank().text(report.message);
}

/** Writes that a skill is left out from now on. */
export function writeScoutDismissal(page: Page, report: DismissScoutedReport): void {
  page.text(report.message);
}

function writeFindings(page: Page, findings: readonly SkillFinding[]): void {
  if (findings.length === 0) {
    page.blank().text("No secrets, injected instructions or hidden characters were found.");
    return;
  }
  page.heading("Found in it");
  for (const { severity, file, line, message } of findings) {
    const place = line === null ? file : `${file}:${line}`;
    page.item(`${severity === "danger" ? "DANGER" : "note"}: ${place} ${message}`);
  }
}

function writeText(page: Page, text: string): void {
  const lines = text.replace(/\n$/, "").split(/\r?\n/);
  page.heading("SKILL.md");
  for (const line of lines.slice(0, LINES_MAX)) page.verbatim(line, page.palette.dim, "  ");
  if (lines.length > LINES_MAX) page.text(`and ${lines.length - LINES_MAX} more lines`, undefined, "  ");
}
