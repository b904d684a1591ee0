import { realpathSync } from "node:fs";
import type { Outcome } from "@metis-curate/core";
import {
  describeFault,
  detectRuntimes,
  isHookFile,
  listInstalledFiles,
  noteHooked,
  noteUnhooked,
  type PreparedChange,
  prepareInstall,
  prepareUninstall,
  RUNTIME_SETTINGS,
  type RuntimeName,
  type SettingsFile,
  type SettingsOwner,
  settledProgram,
  writeLauncher,
} from "@metis-curate/runtimes";
import { launchTarget } from "./launch-target.ts";
import type {
  OpenRuntimeSetup,
  PreparedSetup,
  RuntimeSetupOptions,
  SettingsWritten,
  SetupRequest,
} from "./runtime-setup.ts";

/** The settings of the real disk; the launcher starts the program that runs now. */
export const openRuntimeSetup: OpenRuntimeSetup = (options) => ({
  detected: () => detectRuntimes(options),
  prepare: (request) => prepare(options, request),
});

interface Prepared {
  readonly file: SettingsFile;
  readonly change: PreparedChange;
}

function prepare(options: RuntimeSetupOptions, request: SetupRequest): Outcome<PreparedSetup> {
  const { runtime, uninstall } = request;
  const workspace = options.workspace === null ? null : realpathSync(options.workspace);
  const owner: SettingsOwner = { home: options.home, runtime, workspace, nowMs: options.nowMs };
  const files = filesOf(options, owner, request);
  if (files.length === 0) {
    const message = `${runtime} has no settings of a workspace; leave the workspace out`;
    return { ok: false, refusal: { kind: "no-settings", message, exitCode: 2 } };
  }
  const prepared: Prepared[] = [];
  for (const file of files) {
    const preparation = uninstall ? prepareUninstall(owner, file) : prepareInstall(owner, file);
    if (!preparation.ok) {
      return { ok: false, refusal: { kind: "bad-settings", message: preparation.message, exitCode: 2 } };
    }
    prepared.push({ file, change: preparation.change });
  }
  const value: PreparedSetup = {
    runtime,
    diffs: prepared.map(({ change: { path, before, after } }) => ({ path, before, after })),
    notes: uninstall ? [] : RUNTIME_SETTINGS[runtime].notes,
    write: () => write(options, owner, request, prepared),
  };
  return { ok: true, value };
}

/** What belongs there now, and what an earlier version put elsewhere. */
function filesOf(
  { home, env }: RuntimeSetupOptions,
  owner: SettingsOwner,
  { runtime, uninstall, mcp }: SetupRequest,
): readonly SettingsFile[] {
  const { workspace } = owner;
  const files = RUNTIME_SETTINGS[runtime].files({ home, env, workspace, mcp: mcp || uninstall });
  if (!uninstall) return files;
  const known = new Set(files.map(({ path }) => path));
  return [...files, ...listInstalledFiles(owner).filter(({ path }) => !known.has(path))];
}

function write(
  { home, version }: RuntimeSetupOptions,
  owner: SettingsOwner,
  { runtime, uninstall }: SetupRequest,
  prepared: readonly Prepared[],
): Outcome<readonly SettingsWritten[]> {
  const written: SettingsWritten[] = [];
  try {
    if (!uninstall) writeLauncher(home, settledProgram(home, launchTarget(version)));
    // Directories that were made for the first file go last.
    for (const { file, change } of uninstall ? prepared.toReversed() : prepared) {
      const { backup } = change.make();
      noteHook(owner, runtime, file, uninstall);
      if (change.before !== change.after) written.push({ path: change.path, backup });
    }
    return { ok: true, value: written };
  } catch (error) {
    const before = written.map(({ path }) => path);
    const done = before.length === 0 ? "" : `; written before that: ${before.join(", ")}`;
    const message = `${describeFault(error)}${done}`;
    return { ok: false, refusal: { kind: "write-failed", message, exitCode: 1 } };
  }
}

/** For `status` and the guard of directories that several agents read. */
function noteHook(owner: SettingsOwner, runtime: RuntimeName, file: SettingsFile, uninstall: boolean): void {
  if (!isHookFile(file)) return;
  const { home, workspace } = owner;
  if (uninstall) noteUnhooked(home, runtime, file.path);
  else noteHooked(home, runtime, { settings_path: file.path, mark: file.mark, workspace });
}
