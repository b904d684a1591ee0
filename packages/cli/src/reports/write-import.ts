import { type RuntimeName, SKILL_LOOKUPS } from "@metis-curate/runtimes";
import type { ImportOutcome } from "../import/run-import.ts";
import type { Page } from "../text/page.ts";

/** Unknown kinds that are shown; `--json` has all. */
const KINDS_SHOWN = 12;
const SOURCES_SHOWN = 5;

const REASONS: Readonly<Record<string, string>> = {
  namespaced: "of a plugin",
  "not-found": "no skill of that name here now",
  gone: "its path is gone",
  outside: "in no library",
  reserved: "kept by the agent for itself",
  "not-a-skill": "no skill's directory",
  "bad-reference": "no name a skill can have",
};

/** Writes what an import read, understood and wrote. */
export function writeImport(page: Page, outcome: ImportOutcome): void {
  const { runtime, dryRun, sources, records, understood, unreadable, sessions } = outcome;
  if (sources === 0 && outcome.marks === null) {
    page.text(`${runtime}: nothing was found of its sessions here`);
    return;
  }
  const unknown = outcome.unknown.reduce((sum, { count }) => sum + count, 0);
  page.text(`${runtime}: ${counted(sources, "source")} read`, page.palette.bold);
  page.table(
    ["records", "understood", "unknown", "unreadable"].map((header) => ({ header, align: "right" })),
    [[records, understood, unknown, unreadable].map((count) => ({ text: count.toLocaleString("en") }))],
  );
  writeUnread(page, outcome);
  writeEvents(page, outcome);
  writeMarks(page, outcome);
  writeUnresolved(page, outcome);
  writeUnknown(page, outcome);
  if (outcome.isInterrupted) page.blank().text("stopped: run it again to read the rest", page.palette.yellow);
  if (dryRun) page.blank().text("nothing was written: this is a preview");
  else if (sessions > 0) writeNext(page, runtime);
}

function writeNext(page: Page, runtime: RuntimeName): void {
  const layout = SKILL_LOOKUPS[runtime].find(({ scope }) => scope === "global")?.layout ?? runtime;
  page.blank().text("Look at your own library with:");
  page.verbatim(`metis-curate --global --layout ${layout} --list`, page.palette.cyan, "  ");
}

function writeUnread(page: Page, { unread }: ImportOutcome): void {
  if (unread.length === 0) return;
  page
    .blank()
    .text("Could not be read, or not to the end; run it again once it can be:", page.palette.yellow);
  for (const path of unread.slice(0, SOURCES_SHOWN)) page.item(path);
  if (unread.length > SOURCES_SHOWN) page.text(`and ${unread.length - SOURCES_SHOWN} more: see --json`);
}

function writeEvents(page: Page, { events, sessions, dryRun }: ImportOutcome): void {
  const types = Object.entries(events).sort(([a], [b]) => (a < b ? -1 : 1));
  page.blank();
  if (types.length === 0) {
    page.text("no new events: all of it is in the trace already, or none of it is of a skill here");
    return;
  }
  page.text(`${dryRun ? "would write" : "wrote"}, of ${counted(sessions, "session")}:`);
  for (const [type, count] of types) page.item(`${count.toLocaleString("en")} ${type}`);
}

function writeMarks(page: Page, { marks }: ImportOutcome): void {
  if (marks === null) return;
  const { events, unresolved, unread } = marks;
  page.blank().text(`Hermes has marks of ${counted(marks.marks, "skill")}:`);
  for (const [type, count] of Object.entries(events)) page.item(`${count.toLocaleString("en")} new ${type}`);
  if (Object.keys(events).length === 0) page.item("nothing new");
  if (unresolved > 0) page.item(`${counted(unresolved, "skill")} not here now`);
  for (const line of unread) page.item(`not understood: ${line}`);
}

function writeUnresolved(page: Page, { unresolved }: ImportOutcome): void {
  const reasons = Object.entries(unresolved).sort(([, a], [, b]) => b - a);
  if (reasons.length === 0) return;
  page.blank().text("Named skills that led to none of ours:");
  for (const [reason, count] of reasons)
    page.item(`${count.toLocaleString("en")} ${REASONS[reason] ?? reason}`);
}

function writeUnknown(page: Page, { unknown, versions }: ImportOutcome): void {
  if (unknown.length === 0) return;
  page.blank().text("Records that this version does not know, passed over:");
  const rows = unknown.slice(0, KINDS_SHOWN);
  page.table(
    [{ header: "kind" }, { header: "version" }, { header: "records" }],
    rows.map(({ kind, version, count }) =>
      [kind, version ?? "-", count.toLocaleString("en")].map((text) => ({ text })),
    ),
  );
  if (unknown.length > rows.length) page.text(`and ${unknown.length - rows.length} more: see --json`);
  if (versions.length > 0) page.text(`written by ${versions.slice(-3).join(", ")}`, page.palette.dim);
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
