import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isRuntimeName, type RuntimeName } from "../layouts/runtime-name.ts";
import type { InstallTrail } from "./plan-settings.ts";
import type { SettingsFile } from "./settings-entry.ts";

/** One settings file that `init` changed, and all that its reversal needs. */
export interface SettingsInstall {
  readonly runtime: RuntimeName;
  /** As the runtime names it. */
  readonly path: string;
  /** Real path of the workspace whose settings these are; null: the person's own. */
  readonly workspace: string | null;
  readonly installed_at_iso: string;
  /** SHA-256 of the file as `init` left it. */
  readonly after_sha256: string;
  /** Name of the backup of what was there before, beside this record; null where there was no file. */
  readonly backup: string | null;
  /** Directories that had to be made for it, the outermost first. */
  readonly made_directories: readonly string[];
  readonly trail: InstallTrail;
  readonly file: SettingsFile;
}

interface StoreRecord {
  readonly schema_version: "1";
  readonly installs: readonly SettingsInstall[];
}

const RECORD = "installs.json";
const HASH_DIGITS = 12;

/** Where backups of settings and the record of changes lie: outside every repository. */
export function settingsStoreDirectory(home: string): string {
  return join(home, ".metis", "curator", "settings");
}

/** Reads the record leniently: what is missing or damaged is as if nothing had been installed. */
export function readInstalls(home: string): readonly SettingsInstall[] {
  try {
    const text = readFileSync(join(settingsStoreDirectory(home), RECORD), "utf8");
    const value = JSON.parse(text) as Partial<StoreRecord> | null;
    if (value?.schema_version !== "1" || !Array.isArray(value.installs)) return [];
    return value.installs.filter(isInstall);
  } catch {
    return [];
  }
}

/** Puts an install into the record; that of the same file is replaced. Throws the error of `node:fs`. */
export function noteInstall(home: string, install: SettingsInstall): void {
  const others = readInstalls(home).filter(({ path }) => path !== install.path);
  writeRecord(home, [...others, install]);
}

/**
 * Takes the install of a file out of the record; directories that were made for it and hold the files of others now go
 * with the last of those. Its backup stays. Throws the error of `node:fs`.
 */
export function forgetInstall(home: string, path: string, left: readonly string[] = []): void {
  const others = readInstalls(home).filter((install) => install.path !== path);
  writeRecord(
    home,
    others.map((install) => {
      const holding = left.filter((directory) => install.path.startsWith(`${directory}/`));
      const made = new Set([...holding, ...install.made_directories]);
      return { ...install, made_directories: [...made].sort((a, b) => a.length - b.length) };
    }),
  );
}

/** Keeps the bytes of a file under a name of their own and returns that. Throws the error of `node:fs`. */
export function keepBackup(home: string, runtime: RuntimeName, path: string, bytes: Uint8Array): string {
  const name = `${runtime}-${sha256(bytes).slice(0, HASH_DIGITS)}-${basename(path)}`;
  writePrivate(home, name, bytes);
  return name;
}

/** The bytes of a backup; null when they are gone or no longer what they were. */
export function readBackup(home: string, name: string): Uint8Array | null {
  if (name !== basename(name)) return null;
  try {
    const bytes = readFileSync(join(settingsStoreDirectory(home), name));
    return name.includes(`-${sha256(bytes).slice(0, HASH_DIGITS)}-`) ? bytes : null;
  } catch {
    return null;
  }
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function writeRecord(home: string, installs: readonly SettingsInstall[]): void {
  const record: StoreRecord = { schema_version: "1", installs };
  writePrivate(home, RECORD, Buffer.from(`${JSON.stringify(record, null, 2)}\n`, "utf8"));
}

function writePrivate(home: string, name: string, bytes: Uint8Array): void {
  const directory = settingsStoreDirectory(home);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const temp = join(directory, `.${name}.${process.pid}.tmp`);
  try {
    writeFileSync(temp, bytes, { mode: 0o600 });
    renameSync(temp, join(directory, name));
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
}

function isInstall(value: unknown): value is SettingsInstall {
  if (typeof value !== "object" || value === null) return false;
  const install = value as Partial<Record<keyof SettingsInstall, unknown>>;
  const { runtime, path, after_sha256: hash, trail, file } = install;
  if (typeof runtime !== "string" || !isRuntimeName(runtime)) return false;
  if (typeof path !== "string" || typeof hash !== "string") return false;
  return typeof trail === "object" && trail !== null && typeof file === "object" && file !== null;
}
