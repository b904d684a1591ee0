import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** A larger file is no settings file. */
const SETTINGS_BYTES_MAX = 16 * 1024 * 1024;
const MODE_OF_NEW = 0o644;
const PERMISSIONS = 0o7777;
const OWNER_MAY_WRITE = 0o200;
const TEMP_END = ".tmp";

/** A settings file as it was read. */
export interface SettingsState {
  /** As the runtime names it. */
  readonly path: string;
  /** What is written: the file that `path` leads to, where it is a link. */
  readonly target: string;
  /** Null where there is no file. */
  readonly text: string | null;
  readonly bytes: Uint8Array | null;
}

export type SettingsRead =
  | { readonly ok: true; readonly state: SettingsState }
  | { readonly ok: false; readonly message: string };

/** Reads a settings file, through a link to its target. Never throws: what is in the way is one line. */
export function readSettings(path: string): SettingsRead {
  try {
    const target = findTarget(path);
    if (target === null) return fault("it is a link that leads to nothing");
    const info = statSync(target, { throwIfNoEntry: false });
    if (info === undefined) return { ok: true, state: { path, target, text: null, bytes: null } };
    if (!info.isFile()) return fault("it is no regular file");
    if (info.size > SETTINGS_BYTES_MAX) return fault("it is too large");
    const bytes = readFileSync(target);
    return { ok: true, state: { path, target, text: decodeUtf8(bytes), bytes } };
  } catch (error) {
    return fault(describeFault(error));
  }
}

/** Returns the directories that a write will have to make, the outermost first. */
export function missingDirectories({ target }: SettingsState): readonly string[] {
  const missing: string[] = [];
  for (let at = dirname(target); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  return missing;
}

/**
 * Writes a settings file whole or not at all, with the mode and owner it had, if it is still as it was read. Throws an
 * `Error` of one line.
 */
export function writeSettings(state: SettingsState, text: string): void {
  removeLeftovers(state);
  const made = missingDirectories(state);
  mkdirSync(dirname(state.target), { recursive: true });
  const info = statSync(state.target, { throwIfNoEntry: false });
  if (info !== undefined && (info.mode & OWNER_MAY_WRITE) === 0) throw new Error("the file is read-only");
  const temp = join(dirname(state.target), `${tempStart(state)}${process.pid}${TEMP_END}`);
  try {
    writeWhole(temp, text, info === undefined ? MODE_OF_NEW : info.mode & PERMISSIONS);
    const made = statSync(temp);
    if (info !== undefined && (info.uid !== made.uid || info.gid !== made.gid)) {
      chownSync(temp, info.uid, info.gid);
      chmodSync(temp, info.mode & PERMISSIONS);
    }
    assertUnchanged(state);
    renameSync(temp, state.target);
  } catch (error) {
    rmSync(temp, { force: true });
    removeDirectories(made);
    throw error;
  }
  syncDirectory(dirname(state.target));
}

/**
 * Removes a settings file, where there is one, if it is still as it was read, and the directories in `made` that are
 * empty then. Returns those that are not.
 */
export function removeSettings(state: SettingsState, made: readonly string[]): readonly string[] {
  assertUnchanged(state);
  rmSync(state.target, { force: true });
  removeLeftovers(state);
  return removeDirectories(made);
}

/** One line of an error of the system. */
export function describeFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n")[0] ?? message;
}

function findTarget(path: string): string | null {
  const info = lstatSync(path, { throwIfNoEntry: false });
  if (info?.isSymbolicLink() !== true) return path;
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("it is not UTF-8");
  }
}

function assertUnchanged({ target, bytes }: SettingsState): void {
  const present = statSync(target, { throwIfNoEntry: false }) === undefined ? null : readFileSync(target);
  const same = present === null || bytes === null ? present === bytes : present.equals(bytes);
  if (!same) throw new Error("the file was changed meanwhile; try again");
}

function writeWhole(path: string, text: string, mode: number): void {
  const file = openSync(path, "wx", mode);
  try {
    const bytes = Buffer.from(text, "utf8");
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  // The mask of the process took bits away.
  chmodSync(path, mode);
}

function removeDirectories(made: readonly string[]): readonly string[] {
  return made
    .toReversed()
    .filter((directory) => {
      try {
        rmdirSync(directory);
        return false;
      } catch {
        return existsSync(directory);
      }
    })
    .reverse();
}

function tempStart({ target }: SettingsState): string {
  return `.${basename(target)}.metis-`;
}

/** What a program that was killed left of a write. */
function removeLeftovers(state: SettingsState): void {
  const directory = dirname(state.target);
  const start = tempStart(state);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  for (const name of names) {
    const pid =
      name.startsWith(start) && name.endsWith(TEMP_END) ? name.slice(start.length, -TEMP_END.length) : "";
    if (/^\d+$/.test(pid) && !isAlive(Number(pid))) rmSync(join(directory, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** Not every file system can; the file itself is safe. */
function syncDirectory(directory: string): void {
  try {
    const handle = openSync(directory, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // The next sync of the system takes it along.
  }
}

function fault(message: string): SettingsRead {
  return { ok: false, message };
}
