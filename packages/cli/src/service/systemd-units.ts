import { join } from "node:path";
import type { ServiceJob } from "./service-job.ts";
import { SERVICE_MARK, type UnitFile } from "./unit-file.ts";

const SHELL = "/bin/sh";

/** The units of a job for `systemd --user` (systemd.service(5), systemd.timer(5)). */
export function systemdUnits(job: ServiceJob, directory: string): readonly UnitFile[] {
  const service = { path: join(directory, `${job.name}.service`), text: serviceText(job) };
  if (job.kind === "lasting") return [service];
  return [service, { path: join(directory, `${job.name}.timer`), text: timerText(job) }];
}

/** What is started and stopped: the timer of a daily job. */
export function systemdUnitName({ name, kind }: ServiceJob): string {
  return kind === "daily" ? `${name}.timer` : `${name}.service`;
}

function serviceText({ kind, description, command, environmentFile }: ServiceJob): string {
  const lines =
    kind === "daily" ? ["Type=oneshot", "Nice=10"] : ["Type=exec", "Restart=on-failure", "RestartSec=5"];
  return [
    `# ${SERVICE_MARK}`,
    "[Unit]",
    `Description=${escapeSpecifiers(description)}`,
    "",
    "[Service]",
    ...lines,
    `EnvironmentFile=-${escapeSpecifiers(environmentFile)}`,
    `ExecStart=${startable(command).map(quoteWord).join(" ")}`,
    ...(kind === "daily" ? [] : ["", "[Install]", "WantedBy=default.target"]),
    "",
  ].join("\n");
}

function timerText({ description, hour, minute }: ServiceJob): string {
  return [
    `# ${SERVICE_MARK}`,
    "[Unit]",
    `Description=${escapeSpecifiers(description)}`,
    "",
    "[Timer]",
    `OnCalendar=*-*-* ${twoDigits(hour)}:${twoDigits(minute)}:00`,
    "RandomizedDelaySec=15min",
    "Persistent=true",
    "",
    "[Install]",
    "WantedBy=timers.target",
    "",
  ].join("\n");
}

/** A program's own path takes no quotes, escapes or doubled dollars; the launcher is a script, and may be a word. */
function startable(command: readonly string[]): readonly string[] {
  return /[$'"\\]/.test(command[0] ?? "") ? [SHELL, ...command] : command;
}

/** A word of a command line (systemd.service(5), "Command lines"): no variable, no specifier, no break. */
function quoteWord(word: string): string {
  const escaped = word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("$", "$$$$");
  return `"${escapeSpecifiers(escaped)}"`;
}

function escapeSpecifiers(text: string): string {
  return text.replaceAll("%", "%%");
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
