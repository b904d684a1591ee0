import type { DoctorReport } from "@metis-curate/core";
import type { Page } from "../text/page.ts";

/** Writes every check, and under a failed one how to fix it. */
export function writeDoctor(page: Page, report: DoctorReport): void {
  const { palette } = page;
  for (const check of report.checks) {
    page.item(`${check.name}: ${check.message}`, check.ok ? "ok    " : "FAIL  ");
    if (!check.ok && check.fix !== null) page.text(`fix: ${check.fix}`, palette.yellow, "      ");
  }
  const failed = report.checks.filter((check) => !check.ok).length;
  page.blank();
  if (failed === 0) page.text("All checks passed.", palette.green);
  else page.text(`${failed} of ${report.checks.length} checks failed.`, palette.red);
}
