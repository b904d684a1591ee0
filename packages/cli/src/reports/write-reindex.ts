import type { ReindexReport } from "@metis-curate/core";
import type { Page } from "../text/page.ts";
import { writeNotices } from "./write-notices.ts";

/** Writes what reindexing did, in a line or two. */
export function writeReindex(page: Page, report: ReindexReport): void {
  const { indexed, added, updated, removed, unchanged, archived } = report;
  page.text(
    `${indexed} skills indexed, ${archived} archived: ${added} added, ${updated} updated, ${removed} removed, ${unchanged} unchanged`,
  );
  const vectors = report.embedded > 0 ? `, ${report.embedded} vectors made` : "";
  page.text(`matched by ${report.method.embedder}${vectors}; ${report.duration_ms} ms`, page.palette.dim);
  if (report.migrated > 0) page.text(`${report.migrated} records of .usage.json taken over`);
  if (report.skipped > 0) page.text(`${report.skipped} skills were skipped; see --list`);
  writeNotices(page, [...(report.method.hint === null ? [] : [report.method.hint]), ...report.notices]);
}
