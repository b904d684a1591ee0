import { shellWord } from "../text/shell-word.ts";
import type { ServiceJob } from "./service-job.ts";
import { SERVICE_MARK } from "./unit-file.ts";

/** Stands in every line of ours. */
const PROGRAM = "/.metis/bin/metis-curate";

/** Returns a crontab with the lines of a job in it, once; every other line stays as it is (crontab(5)). */
export function withJob(crontab: string, job: ServiceJob): string {
  const block = blockOf(job);
  const before = crontab === "" || crontab.endsWith("\n") ? crontab : `${crontab}\n`;
  return replaced(crontab, job.name, block) ?? before + block;
}

/** Returns a crontab without the lines of a job. */
export function withoutJob(crontab: string, name: string): string {
  return replaced(crontab, name, "") ?? crontab;
}

/**
 * Null where there is no whole block of the job: one whose end somebody took away ends nowhere, not at another's end.
 * Lines that a person wrote into it stay, behind it.
 */
function replaced(crontab: string, name: string, block: string): string | null {
  const [begin, end] = marksOf(name);
  const lines = crontab.split(/(?<=\n)/);
  const to = lines.findIndex((line, at) => line === `${end}\n` && beginOf(lines, at, begin) >= 0);
  if (to < 0) return null;
  const from = beginOf(lines, to, begin);
  const theirs = lines.slice(from + 1, to).filter((line) => !line.includes(PROGRAM));
  return [...lines.slice(0, from), block, ...theirs, ...lines.slice(to + 1)].join("");
}

/** Where the last block before a line begins; -1 for nowhere. */
function beginOf(lines: readonly string[], before: number, begin: string): number {
  return lines.slice(0, before).lastIndexOf(`${begin}\n`);
}

function blockOf(job: ServiceJob): string {
  const [begin, end] = marksOf(job.name);
  const line = job.command.map(shellWord).join(" ");
  return `${begin}\n${timeOf(job)} ${escapePercent(line)} >/dev/null 2>&1\n${end}\n`;
}

function marksOf(name: string): readonly [begin: string, end: string] {
  return [`# ${name}: ${SERVICE_MARK}`, `# ${name}: end`];
}

function timeOf({ kind, hour, minute }: ServiceJob): string {
  return kind === "daily" ? `${minute} ${hour} * * *` : "@reboot";
}

/** An unescaped percent sign ends the command line. */
function escapePercent(line: string): string {
  return line.replaceAll("%", "\\%");
}
