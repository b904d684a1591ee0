import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import type { Outcome } from "@metis-curate/core";
import {
  describeFault,
  launcherPath,
  readSettings,
  removeSettings,
  type SettingsState,
  settledProgram,
  writeLauncher,
  writeSettings,
} from "@metis-curate/runtimes";
import { launchTarget } from "../wire/launch-target.ts";
import type { SettingsWritten } from "../wire/runtime-setup.ts";
import { withJob, withoutJob } from "./crontab-block.ts";
import { launchdAgent } from "./launchd-agent.ts";
import type {
  ManagerCommand,
  OpenServiceInstaller,
  PreparedService,
  ServicePlace,
  ServiceRequest,
} from "./service-installer.ts";
import type { ServiceJob } from "./service-job.ts";
import { systemdUnitName, systemdUnits } from "./systemd-units.ts";
import { SERVICE_MARK, type UnitFile } from "./unit-file.ts";

const COMMAND_MS = 15_000;
const CRONTAB = "crontab";

/** The service manager of this machine's user. */
export const openServiceInstaller: OpenServiceInstaller = (place) => ({
  program: launcherPath(place.home),
  prepare: (request) => {
    const unfit = request.job.command.find((word) => /[\n\r\0]/.test(word));
    if (unfit !== undefined)
      return refuse(`a line break in a path cannot be scheduled: ${JSON.stringify(unfit)}`);
    return request.manager === "cron" ? prepareCron(place, request) : prepareUnits(place, request);
  },
});

interface Unit {
  readonly state: SettingsState;
  /** Null: to be taken away. */
  readonly after: string | null;
}

function prepareUnits(place: ServicePlace, request: ServiceRequest): Outcome<PreparedService> {
  const { uninstall, job } = request;
  const units: Unit[] = [];
  for (const file of unitFiles(place, request)) {
    const read = readSettings(file.path);
    if (!read.ok) return refuse(`${file.path}: ${read.message}`);
    const { text } = read.state;
    if (text !== null && !text.includes(SERVICE_MARK)) {
      return refuse(`${file.path} was not made by metis-curate; move it away first`);
    }
    units.push({ state: read.state, after: uninstall ? null : file.text });
  }
  const changed = units.filter(({ state, after }) => state.text !== after);
  const commands = changed.length === 0 ? [] : managerCommands(request);
  const value: PreparedService = {
    diffs: units.map(({ state, after }) => ({ path: state.path, before: state.text, after })),
    commands,
    notes: uninstall ? [] : notesOf(request),
    write: () =>
      attempt(() => {
        if (!uninstall) settleLauncher(place);
        // A unit is stopped while its file is there, and started once it is.
        const before = uninstall ? runAll(place, commands.slice(0, 1)) : [];
        const written = changed.map((unit) => writeUnit(place, job, unit));
        return { written, commands: [...before, ...runAll(place, commands.slice(before.length))] };
      }),
  };
  return { ok: true, value };
}

function unitFiles({ home, env }: ServicePlace, { manager, job }: ServiceRequest): readonly UnitFile[] {
  if (manager === "launchd") return [launchdAgent(job, join(home, "Library", "LaunchAgents"))];
  const moved = env["XDG_CONFIG_HOME"];
  const config = moved !== undefined && isAbsolute(moved) ? moved : join(home, ".config");
  return systemdUnits(job, join(config, "systemd", "user"));
}

function managerCommands({ manager, uninstall, job }: ServiceRequest): readonly (readonly string[])[] {
  if (manager === "launchd") {
    const domain = `gui/${userInfo().uid}`;
    const file = `${job.name}.plist`;
    return uninstall
      ? [["launchctl", "bootout", `${domain}/${job.name}`]]
      : [["launchctl", "bootstrap", domain, `~/Library/LaunchAgents/${file}`]];
  }
  const unit = systemdUnitName(job);
  const reload = ["systemctl", "--user", "daemon-reload"];
  if (uninstall) return [["systemctl", "--user", "disable", "--now", unit], reload];
  return [reload, ["systemctl", "--user", "enable", "--now", unit]];
}

function notesOf({ manager, job }: ServiceRequest): readonly string[] {
  const key =
    manager === "systemd"
      ? `A key that only your shell knows is not seen by systemd: write ANTHROPIC_API_KEY=… into ${job.environmentFile}.`
      : `A key that only your shell knows is not seen by ${manager}; without one, set model: rules in ~/.metis/config.yaml.`;
  const linger =
    manager === "systemd" ? ["It runs while you are logged in; for always: loginctl enable-linger"] : [];
  return job.kind === "daily" ? [key, ...linger] : linger;
}

/** What was there is kept, never thrown away. */
function writeUnit(
  { home, nowMs }: ServicePlace,
  { name }: ServiceJob,
  { state, after }: Unit,
): SettingsWritten {
  const backup =
    state.bytes === null ? null : keepUnit(home, nowMs, basename(state.path) || name, state.bytes);
  if (after === null) removeSettings(state, []);
  else writeSettings(state, after);
  return { path: state.path, backup };
}

function keepUnit(home: string, nowMs: number, name: string, bytes: Uint8Array): string {
  const directory = join(home, ".metis", "curator", "settings");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `${name}.${new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`);
  writeFileSync(path, bytes, { mode: 0o600 });
  return path;
}

function prepareCron(place: ServicePlace, { uninstall, job }: ServiceRequest): Outcome<PreparedService> {
  const listed = runManager(place, [CRONTAB, "-l"]);
  // Who has no crontab gets an error and no output.
  if (listed.kind === "absent")
    return refuse("there is no program crontab here; use --install systemd or launchd");
  const before = listed.stdout;
  if (listed.kind === "failed" && !/no crontab/i.test(listed.fault))
    return refuse(`crontab -l: ${listed.fault}`);
  const after = uninstall ? withoutJob(before, job.name) : withJob(before, job);
  const value: PreparedService = {
    diffs: [{ path: CRONTAB, before, after }],
    commands: before === after ? [] : [[CRONTAB, "-"]],
    notes: uninstall ? [] : notesOf({ manager: "cron", uninstall, job }),
    write: () =>
      attempt(() => {
        if (!uninstall) settleLauncher(place);
        const backup =
          before === "" ? null : keepUnit(place.home, place.nowMs, CRONTAB, Buffer.from(before, "utf8"));
        const ran = runManager(place, [CRONTAB, "-"], after);
        if (ran.kind !== "done")
          throw new Error(`crontab -: ${ran.kind === "absent" ? "it is gone" : ran.fault}`);
        return { written: [{ path: CRONTAB, backup }], commands: [] };
      }),
  };
  return { ok: true, value };
}

function settleLauncher({ home, version }: ServicePlace): void {
  writeLauncher(home, settledProgram(home, launchTarget(version)));
}

type Ran =
  | { readonly kind: "done"; readonly stdout: string; readonly fault: "" }
  | { readonly kind: "failed"; readonly stdout: string; readonly fault: string }
  | { readonly kind: "absent"; readonly stdout: ""; readonly fault: string };

function runAll(place: ServicePlace, commands: readonly (readonly string[])[]): readonly ManagerCommand[] {
  return commands.map((words) => ({ words, fault: runManager(place, words).fault }));
}

function runManager({ home, env }: ServicePlace, words: readonly string[], input = ""): Ran {
  const [program = "", ...rest] = words.map((word) => word.replace(/^~(?=\/)/, home));
  const ran = spawnSync(program, rest, { input, env: { ...env }, encoding: "utf8", timeout: COMMAND_MS });
  if (ran.error !== undefined && "code" in ran.error && ran.error.code === "ENOENT") {
    return { kind: "absent", stdout: "", fault: `there is no program ${program} here` };
  }
  if (ran.status === 0) return { kind: "done", stdout: ran.stdout, fault: "" };
  const said = (ran.stderr ?? "").trim().split("\n")[0] ?? "";
  const fault = said || ran.error?.message || `it ended with ${ran.status ?? ran.signal}`;
  return { kind: "failed", stdout: ran.stdout ?? "", fault };
}

function attempt<T>(work: () => T): Outcome<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, refusal: { kind: "write-failed", message: describeFault(error), exitCode: 1 } };
  }
}

function refuse(message: string): Outcome<never> {
  return { ok: false, refusal: { kind: "bad-service", message, exitCode: 2 } };
}
