import type { UndoReport } from "@metis-curate/core";
import type { Page } from "../text/page.ts";

/** Writes what an undo put back and what it left. */
export function writeUndo(page: Page, report: UndoReport): void {
  const { palette } = page;
  if (report.undone.length === 0 && report.left.length === 0) {
    page.text(`Run ${report.run_id} left nothing to undo.`);
    return;
  }
  page.text(
    `Run ${report.run_id}: ${report.undone.length} undone, ${report.left.length} left.`,
    palette.bold,
  );
  if (report.undone.length > 0) page.heading("Undone");
  for (const act of report.undone) page.item(act.message);
  if (report.left.length === 0) return;
  page.heading("Left as they are");
  for (const left of report.left) page.item(`${left.skill} (${left.action}): ${left.message}`);
}
