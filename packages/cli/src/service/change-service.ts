import type { Outcome, Refusal } from "@metis-curate/core";
import { UsageError } from "clipanion";
import { findNearestWord } from "../argv/find-nearest-word.ts";
import { EXIT_DONE, EXIT_USAGE } from "../commands/curator-command.ts";
import { askYesNo } from "../context/ask.ts";
import type { CommandContext } from "../context/cli-context.ts";
import { pageFormat, writeFailure, writeJson } from "../context/output.ts";
import { type ServiceReport, writeService } from "../reports/write-service.ts";
import { formatSettingsDiff, writeSettingsDiffs } from "../reports/write-settings-diff.ts";
import { Page } from "../text/page.ts";
import type { PreparedService, ServiceInstaller, ServiceWritten } from "./service-installer.ts";
import { SERVICE_MANAGERS, type ServiceJob, type ServiceManager } from "./service-job.ts";

/** What a command wants of the service manager. */
export interface ServiceChange {
  readonly job: ServiceJob;
  /** Null: of every manager that has the job; only to take it away. */
  readonly manager: ServiceManager | null;
  readonly uninstall: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Shows what would be written, asks, writes, and returns the exit code. */
export async function changeService(
  context: CommandContext,
  installer: ServiceInstaller,
  change: ServiceChange,
): Promise<number> {
  const prepared = prepareAll(installer, change);
  if (!prepared.ok) return refuse(context, change, prepared.refusal);
  const services = prepared.value;
  if (change.dryRun || !services.some(hasChanges)) return report(context, change, services, null);
  const answer = change.yes ? true : await ask(context, change, services);
  if (answer === false) {
    context.stderr.write("nothing was written\n");
    return EXIT_DONE;
  }
  if (answer === null) {
    const message =
      "nothing was written: nobody can be asked here; give --yes to write, or --dry-run to look";
    return refuse(context, change, { kind: "needs-yes", message, exitCode: EXIT_USAGE });
  }
  const written: ServiceWritten[] = [];
  for (const service of services.filter(hasChanges)) {
    const done = service.write();
    if (!done.ok) return refuse(context, change, done.refusal);
    written.push(done.value);
  }
  return report(context, change, services, written);
}

/** Reads the name of a service manager. Throws `UsageError`. */
export function parseManager(option: string, word: string): ServiceManager {
  const known = SERVICE_MANAGERS.find((manager) => manager === word);
  if (known !== undefined) return known;
  const nearest = findNearestWord(word, SERVICE_MANAGERS);
  const advice =
    nearest === null ? `it is one of ${SERVICE_MANAGERS.join(", ")}` : `did you mean '${nearest}'?`;
  throw new UsageError(`${option} "${word}" is unknown; ${advice}`);
}

function prepareAll(
  installer: ServiceInstaller,
  { job, manager, uninstall }: ServiceChange,
): Outcome<readonly PreparedService[]> {
  if (manager !== null) {
    const prepared = installer.prepare({ manager, uninstall, job });
    return prepared.ok ? { ok: true, value: [prepared.value] } : prepared;
  }
  // A manager that is not here has nothing to take away.
  const all = SERVICE_MANAGERS.map((one) => installer.prepare({ manager: one, uninstall, job }));
  return { ok: true, value: all.flatMap((one) => (one.ok && hasChanges(one.value) ? [one.value] : [])) };
}

function hasChanges({ diffs }: PreparedService): boolean {
  return diffs.some(({ before, after }) => before !== after);
}

async function ask(
  context: CommandContext,
  { json }: ServiceChange,
  services: readonly PreparedService[],
): Promise<boolean | null> {
  if (json) return null;
  const page = new Page(pageFormat(context));
  writeSettingsDiffs(
    page,
    services.flatMap(({ diffs }) => diffs),
  );
  context.stderr.write(page.toString());
  return askYesNo(context, "Write this?");
}

function report(
  context: CommandContext,
  { json, job, uninstall }: ServiceChange,
  services: readonly PreparedService[],
  written: readonly ServiceWritten[] | null,
): number {
  const told: ServiceReport = { name: job.name, uninstall, services, written };
  if (json) writeJson(context, toJson(told));
  else {
    const page = new Page(pageFormat(context));
    writeService(page, told);
    context.stdout.write(page.toString());
  }
  return EXIT_DONE;
}

function toJson({ name, services, written }: ServiceReport): unknown {
  const done = written?.flatMap((one) => one.written) ?? [];
  return {
    name,
    written: done.length > 0,
    files: services.flatMap(({ diffs }) =>
      diffs.map((diff) => ({
        path: diff.path,
        diff: formatSettingsDiff(diff),
        text: diff.after,
        backup: done.find(({ path }) => path === diff.path)?.backup ?? null,
      })),
    ),
    commands:
      written?.flatMap(({ commands }) => commands.map(({ words, fault }) => ({ command: words, fault }))) ??
      services.flatMap(({ commands }) => commands.map((command) => ({ command, fault: null }))),
    notes: services.flatMap(({ notes }) => notes),
  };
}

function refuse(context: CommandContext, { json }: ServiceChange, refusal: Refusal): number {
  writeFailure(context, json, refusal);
  return refusal.exitCode;
}
