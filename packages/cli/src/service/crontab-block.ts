import { shellWord } from "../text/shell-word.ts";
import type { ServiceJob } from "./service-job.ts";
import { SERVICE_MARK } from "./unit-file.ts";

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

/** Null where there is no whole block of the job. */
function replaced(crontab: string, name: string, block: string): string | null {
  const [begin, end] = marksOf(name);
  const from = crontab.startsWith(begin) ? 0 : crontab.indexOf(`\n${begin}`) + 1;
  if (from === 0 && !crontab.startsWith(begin)) return null;
  const to = crontab.indexOf(`${end}\n`, from);
  return to < 0 ? null : crontab.slice(0, from) + block + crontab.slice(to + end.length + 1);
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
