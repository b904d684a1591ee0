import type { Page } from "../text/page.ts";

/** Writes the notices of a report, each as an item. */
export function writeNotices(page: Page, notices: readonly string[]): void {
  if (notices.length === 0) return;
  page.heading("Notices");
  for (const notice of notices) page.item(notice);
}
