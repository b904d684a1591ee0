import { join } from "node:path";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import { type InstallTrail, planInstall, planUninstall } from "./plan-settings.ts";
import {
  describeFault,
  missingDirectories,
  readSettings,
  removeSettings,
  type SettingsState,
  writeSettings,
} from "./settings-disk.ts";
import type { SettingsFile, SharedSettingsFile } from "./settings-entry.ts";
import {
  forgetInstall,
  keepBackup,
  noteInstall,
  readBackup,
  readInstalls,
  type SettingsInstall,
  settingsStoreDirectory,
  sha256,
} from "./settings-store.ts";

/** Whose settings are changed. */
export interface SettingsOwner {
  readonly home: string;
  readonly runtime: RuntimeName;
  /** Real path; null: the person's own settings. */
  readonly workspace: string | null;
  readonly nowMs: number;
}

/** A change of one settings file, ready to be shown and made. */
export interface PreparedChange {
  readonly path: string;
  /** Null where there is no file. */
  readonly before: string | null;
  /** Null where the file goes. Equal to `before`: nothing is to be done. */
  readonly after: string | null;
  /** Makes it. Throws an `Error` of one line, before anything was written. */
  readonly make: () => MadeChange;
}

export interface MadeChange {
  /** Absolute path of what was there before; null where there was nothing. */
  readonly backup: string | null;
}

export type Preparation =
  | { readonly ok: true; readonly change: PreparedChange }
  /** `message`: one line, with the file. Nothing was written. */
  | { readonly ok: false; readonly message: string };

/** Prepares to put our entries into a settings file. Never throws and writes nothing. */
export function prepareInstall(owner: SettingsOwner, file: SettingsFile): Preparation {
  const read = readSettings(file.path);
  if (!read.ok) return refused(file.path, read.message);
  const { state } = read;
  const known = findInstall(owner.home, file.path);
  const wanted = known === null ? file : withFormerMembers(file, known.file);
  if (planInstall(state.text, wanted).kind === "nothing") return { ok: true, change: nothing(state) };
  const base = baseOf(owner.home, state, wanted, known);
  if (!base.ok) return refused(file.path, base.message);
  const plan = planInstall(base.text, wanted);
  if (plan.kind === "refused") return refused(file.path, plan.message);
  if (plan.kind === "nothing") return { ok: true, change: nothing(state) };
  const { after, trail } = plan;
  const make = () => install(owner, wanted, { state, base: base.text, after: after ?? "", trail, known });
  return { ok: true, change: { path: file.path, before: state.text, after, make } };
}

/**
 * Prepares to take our entries out of a settings file: back to the bytes it had where it is as `init` left it, else
 * without our entries alone. Never throws and writes nothing.
 */
export function prepareUninstall(owner: SettingsOwner, file: SettingsFile): Preparation {
  const read = readSettings(file.path);
  const known = findInstall(owner.home, file.path);
  if (!read.ok && known === null) return { ok: true, change: nothing({ path: file.path, text: null }) };
  if (!read.ok) return refused(file.path, read.message);
  const { state } = read;
  const whole = known === null ? file : withFormerMembers(file, known.file);
  const base = baseOf(owner.home, state, whole, known);
  if (!base.ok) return refused(file.path, base.message);
  const make = () => uninstall(owner, state, base.text, known);
  return { ok: true, change: { path: file.path, before: state.text, after: base.text, make } };
}

/** The settings files that a runtime's installs are in, for one workspace or for the person. */
export function listInstalledFiles({ home, runtime, workspace }: SettingsOwner): readonly SettingsFile[] {
  return readInstalls(home)
    .filter((install) => install.runtime === runtime && install.workspace === workspace)
    .map(({ file }) => file);
}

type Base =
  | { readonly ok: true; readonly text: string | null }
  | { readonly ok: false; readonly message: string };

/** What the file says without us: the backup where nothing changed since, else what is left of it. */
function baseOf(home: string, state: SettingsState, file: SettingsFile, known: SettingsInstall | null): Base {
  const { text, bytes } = state;
  if (text === null || bytes === null) return { ok: true, text: null };
  if (known !== null && sha256(bytes) === known.after_sha256) {
    if (known.backup === null) return { ok: true, text: null };
    const backup = readBackup(home, known.backup);
    if (backup !== null) return { ok: true, text: Buffer.from(backup).toString("utf8") };
  }
  const plan = planUninstall(text, file, known?.trail ?? null);
  if (plan.kind === "refused") return { ok: false, message: plan.message };
  return { ok: true, text: plan.kind === "nothing" ? text : plan.after };
}

interface Install {
  readonly state: SettingsState;
  readonly base: string | null;
  readonly after: string;
  readonly trail: InstallTrail;
  readonly known: SettingsInstall | null;
}

/** The record comes before the file: killed between the two, `--uninstall` finds the file as it was. */
function install(owner: SettingsOwner, file: SettingsFile, change: Install): MadeChange {
  const { state, base, after, trail, known } = change;
  const { home, runtime, workspace, nowMs } = owner;
  const kept = state.bytes === null ? null : keepBackup(home, runtime, state.path, state.bytes);
  const backup =
    base === null ? null : base === state.text ? kept : keepBackup(home, runtime, state.path, utf8(base));
  const entry: SettingsInstall = {
    runtime,
    path: state.path,
    workspace,
    installed_at_iso: new Date(nowMs).toISOString(),
    after_sha256: sha256(after),
    backup,
    made_directories: [...new Set([...(known?.made_directories ?? []), ...missingDirectories(state)])],
    trail,
    file,
  };
  noteInstall(home, entry);
  attempt(state.path, () => writeSettings(state, after));
  return { backup: kept === null ? null : join(settingsStoreDirectory(home), kept) };
}

function uninstall(
  owner: SettingsOwner,
  state: SettingsState,
  base: string | null,
  known: SettingsInstall | null,
): MadeChange {
  const { home, runtime } = owner;
  const hasChange = state.bytes !== null && base !== state.text;
  const kept = hasChange && state.bytes !== null ? keepBackup(home, runtime, state.path, state.bytes) : null;
  // Read anew: what was taken out just before may have handed its directories on.
  const made = findInstall(home, state.path)?.made_directories ?? [];
  const left = attempt(state.path, () => {
    if (base === null) return removeSettings(state, made);
    if (hasChange) writeSettings(state, base);
    return made;
  });
  if (known !== null) forgetInstall(home, state.path, left);
  return { backup: kept === null ? null : join(settingsStoreDirectory(home), kept) };
}

/** A server that an earlier `init` put in stays ours, also where this one does not ask for it. */
function withFormerMembers(file: SettingsFile, former: SettingsFile): SettingsFile {
  if (file.kind !== "shared" || former.kind !== "shared") return file;
  const missing = former.entries.filter(
    ({ at, key }) =>
      key !== null &&
      !file.entries.some((entry) => entry.key === key && entry.at.join("\0") === at.join("\0")),
  );
  return missing.length === 0
    ? file
    : ({ ...file, entries: [...file.entries, ...missing] } as SharedSettingsFile);
}

function findInstall(home: string, path: string): SettingsInstall | null {
  return readInstalls(home).find((install) => install.path === path) ?? null;
}

function nothing(state: Pick<SettingsState, "path" | "text">): PreparedChange {
  return { path: state.path, before: state.text, after: state.text, make: () => ({ backup: null }) };
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new Error(`cannot write ${path}: ${describeFault(error)}`, { cause: error });
  }
}

function utf8(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

function refused(path: string, message: string): Preparation {
  return { ok: false, message: `cannot change ${path}: ${message}` };
}
