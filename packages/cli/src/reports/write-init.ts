import type { Page } from "../text/page.ts";
import type { PreparedSetup, SettingsWritten } from "../wire/runtime-setup.ts";
import { writeSettingsDiffs } from "./write-settings-diff.ts";

export interface InitReport {
  readonly uninstall: boolean;
  readonly prepared: readonly PreparedSetup[];
  /** Null for a dry run. */
  readonly written: readonly SettingsWritten[] | null;
}

/** Writes what `init` did, or would do. */
export function writeInit(page: Page, report: InitReport): void {
  for (const setup of report.prepared) writeOne(page, setup, report);
}

function writeOne(page: Page, setup: PreparedSetup, { uninstall, written }: InitReport): void {
  const { runtime, diffs, notes } = setup;
  const changed = diffs.filter(({ before, after }) => before !== after);
  page.blank();
  if (changed.length === 0) {
    page.text(uninstall ? `${runtime}: nothing of ours is in its settings` : `${runtime} is set up already`);
    return;
  }
  if (written === null) {
    writeSettingsDiffs(page, changed);
    page.blank().text("nothing was written: this is a preview");
    return;
  }
  page.text(`${runtime} ${uninstall ? "no longer calls the curator" : "is set up"}`, page.palette.bold);
  for (const { path, after } of changed) {
    page.verbatim(`${after === null ? "removed" : "wrote"} ${path}`, undefined, "  ");
    const backup = written.find((file) => file.path === path)?.backup ?? null;
    if (backup !== null) page.verbatim(`backup ${backup}`, page.palette.dim, "    ");
  }
  for (const note of notes) page.item(note);
  if (uninstall) return;
  page.text("Read what it has kept of its sessions until now with:");
  page.verbatim(`metis-curate import ${runtime}`, page.palette.cyan, "  ");
  page.text("Take it back with:");
  page.verbatim(`metis-curate init --uninstall --runtime ${runtime}`, page.palette.cyan, "  ");
}
