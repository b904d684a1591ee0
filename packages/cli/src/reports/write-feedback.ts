import type { FeedbackReport } from "@metis-curate/core";
import { formatShare } from "../text/format-share.ts";
import type { Page } from "../text/page.ts";

/** Writes what an outcome changed, in one line. */
export function writeFeedback(page: Page, report: FeedbackReport): void {
  const change = `${formatShare(report.effectiveness_before)} to ${formatShare(report.effectiveness)}`;
  const uses = `${report.uses} ${report.uses === 1 ? "outcome" : "outcomes"}`;
  page.text(`${report.skill}: ${report.outcome} recorded; effectiveness ${change}, ${uses} so far`);
}
