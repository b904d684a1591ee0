import type { PreparedService, ServiceWritten } from "../service/service-installer.ts";
import type { Page } from "../text/page.ts";
import { shellWord } from "../text/shell-word.ts";
import type { SettingsDiff } from "../wire/runtime-setup.ts";
import { writeSettingsDiffs } from "./write-settings-diff.ts";

export interface ServiceReport {
  readonly name: string;
  readonly uninstall: boolean;
  readonly services: readonly PreparedService[];
  /** Null: nothing was written, or nothing was to write. */
  readonly written: readonly ServiceWritten[] | null;
}

/** Writes what the service manager was given, or would be. */
export function writeService(page: Page, report: ServiceReport): void {
  const { name, uninstall, services, written } = report;
  const changed = services.flatMap(({ diffs }) => diffs).filter(({ before, after }) => before !== after);
  if (changed.length === 0) {
    page.text(uninstall ? `${name}: nothing of it is installed` : `${name} is installed already`);
    return;
  }
  if (written === null) {
    for (const diff of changed) writePreview(page, diff);
    page.blank().text("Then:");
    for (const { commands } of services) for (const words of commands) writeCommand(page, words);
    page.blank().text("nothing was written: this is a preview");
    return;
  }
  page.text(`${name} is ${uninstall ? "gone" : "installed"}`, page.palette.bold);
  for (const { path, after } of changed) {
    page.verbatim(`${after === null ? "removed" : "wrote"} ${path}`, undefined, "  ");
    const backup = written.flatMap((one) => one.written).find((file) => file.path === path)?.backup ?? null;
    if (backup !== null) page.verbatim(`backup ${backup}`, page.palette.dim, "    ");
  }
  writeCommands(page, written);
  for (const { notes } of services) for (const note of notes) page.item(note);
}

/** A new file is shown as it would be written, to be copied; a changed one by what changes. */
function writePreview(page: Page, diff: SettingsDiff): void {
  page.blank();
  if (diff.before !== null || diff.after === null) {
    writeSettingsDiffs(page, [diff]);
    return;
  }
  page.verbatim(diff.path, page.palette.bold);
  for (const line of diff.after.split("\n").slice(0, -1)) page.verbatim(line);
}

function writeCommands(page: Page, written: readonly ServiceWritten[]): void {
  const commands = written.flatMap((one) => one.commands);
  const failed = commands.filter(({ fault }) => fault !== null && fault !== "");
  if (failed.length === 0) return;
  page.blank().text("The service manager did not take it; run this yourself:", page.palette.yellow);
  for (const { words, fault } of failed) {
    writeCommand(page, words);
    page.text(fault ?? "", page.palette.dim, "    ");
  }
}

function writeCommand(page: Page, words: readonly string[]): void {
  const line = words.map((word) => (word.startsWith("~/") ? word : shellWord(word))).join(" ");
  page.verbatim(line, page.palette.cyan, "  ");
}
