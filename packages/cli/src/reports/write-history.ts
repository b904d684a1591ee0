import type { HistoryEntry } from "@metis-curate/core";
import { formatDollars, isFree } from "../text/format-dollars.ts";
import { formatInstant } from "../text/format-time.ts";
import type { Page } from "../text/page.ts";
import type { Paint } from "../text/palette.ts";

/** Writes past actions in the order given, each with its change to SKILL.md where there is one. */
export function writeHistory(page: Page, entries: readonly HistoryEntry[]): void {
  if (entries.length === 0) page.text("Nothing has been done here yet.");
  for (const entry of entries) writeEntry(page.blank(), entry);
}

function writeEntry(page: Page, entry: HistoryEntry): void {
  page.text(`${formatInstant(entry.at)} ${entry.action} ${entry.skill}`, page.palette.bold);
  const versions = describeVersions(entry);
  const facts = [
    entry.source,
    `run ${entry.run_id}`,
    ...(versions === null ? [] : [versions]),
    ...(isFree(entry.cost_usd) ? [] : [formatDollars(entry.cost_usd)]),
  ];
  page.text(facts.join(", "), page.palette.dim, "  ");
  if (entry.rationale !== "") page.text(entry.rationale, undefined, "  ");
  if (entry.archive_path !== null) page.text(`archive: ${entry.archive_path}`, undefined, "  ");
  if (entry.diff !== null) writeDiff(page, entry.diff);
}

function describeVersions(entry: HistoryEntry): string | null {
  if (entry.version_before === null && entry.version_after === null) return null;
  if (entry.version_before === entry.version_after) return `version ${entry.version_after}`;
  return `version ${entry.version_before ?? "none"} to ${entry.version_after ?? "none"}`;
}

function writeDiff(page: Page, diff: string): void {
  for (const line of diff.replace(/\r?\n$/, "").split(/\r?\n/))
    page.verbatim(line, diffPaint(page, line), "  ");
}

function diffPaint(page: Page, line: string): Paint | undefined {
  const { palette } = page;
  if (line.startsWith("+++") || line.startsWith("---")) return palette.bold;
  if (line.startsWith("+")) return palette.green;
  if (line.startsWith("-")) return palette.red;
  return line.startsWith("@@") ? palette.cyan : undefined;
}
