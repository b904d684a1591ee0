import type { BackupReport, LeftOutKind, RestoreBackupReport } from "@metis-curate/core";
import type { ReportView } from "../commands/curator-command.ts";
import { formatBytes } from "../text/format-bytes.ts";
import type { Page } from "../text/page.ts";
import { writeNotices } from "./write-notices.ts";

/** More lines tell a person nothing; `--json` has them all. */
const LINES_MAX = 20;

const LEFT_OUT: Readonly<Record<LeftOutKind, string>> = {
  link: "a link, never followed",
  special: "no file",
  excluded: "made anew by its tool",
  unreadable: "may not be read",
  "no-archived-skill": "no archived skill",
  "name-collision": "differs from another name only by case",
  "bad-name": "a name that cannot be written down",
  leftover: "a leftover of an earlier action",
};

/** Writes where a backup lies, what it holds and what it left out. */
export function writeBackupReport(page: Page, report: BackupReport, view: ReportView): void {
  const trace = report.trace_bytes === null ? "no trace" : `a trace of ${formatBytes(report.trace_bytes)}`;
  page.text(`Backed up and verified: ${report.files} files (${formatBytes(report.bytes)}) and ${trace}.`);
  page.verbatim(report.path, page.palette.bold, "  ");
  if (!report.complete) page.text("Not everything could be read.", page.palette.red);
  if (report.left_out.length > 0) page.heading("Left out");
  writeSome(
    page,
    report.left_out.map(({ path, kind }) => `${path}: ${LEFT_OUT[kind]}`),
  );
  writeNotices(page, report.notices);
  page.blank().text("To restore it:");
  page.verbatim(view.command("restore-backup", report.path), undefined, "  ");
}

/** Writes what a restore put back and where everything else lies now. */
export function writeRestoredBackup(page: Page, report: RestoreBackupReport, view: ReportView): void {
  const { backup, restored, displaced, trace } = report;
  if (report.curator_run_id === null) {
    page.text(`Everything is as in the backup of ${backup.created_at}; nothing was done.`);
    writeNotices(page, report.notices);
    return;
  }
  page.text(`Restored the backup of ${backup.created_at}.`, page.palette.bold);
  if (restored.length > 0) page.heading("Put back");
  writeSome(page, restored);
  if (displaced.length > 0) page.heading("Not in the backup, moved aside");
  writeSome(page, displaced);
  page.blank();
  if (report.displaced_to !== null) page.text(`What was there before lies in ${report.displaced_to}.`);
  if (trace.mode === "put-back") page.text(`The trace was put back to ${trace.path}: there was none.`);
  if (trace.events_added > 0) page.text(`${trace.events_added} events came back to the trace.`);
  writeNotices(page, report.notices);
  if (report.safety_backup === null) return;
  page.blank().text("To go back:");
  page.verbatim(view.command("restore-backup", report.safety_backup), undefined, "  ");
}

function writeSome(page: Page, lines: readonly string[]): void {
  for (const line of lines.slice(0, LINES_MAX)) page.item(line);
  if (lines.length > LINES_MAX) page.item(`and ${lines.length - LINES_MAX} more`);
}
