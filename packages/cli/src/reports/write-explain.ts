import type { ExplainReport } from "@metis-curate/core";
import { shortenInstants } from "../text/format-time.ts";
import type { Page } from "../text/page.ts";

/** Writes the outcome for one skill, the facts that led there, and what would change it. */
export function writeExplain(page: Page, report: ExplainReport): void {
  page.text(`${report.skill}: ${report.outcome}`, page.palette.bold);
  if (report.lines.length > 0) page.blank();
  for (const line of report.lines) page.item(shortenInstants(line));
  if (report.advice.length === 0) return;
  page.heading("What would change this");
  for (const line of report.advice) page.item(shortenInstants(line));
}
