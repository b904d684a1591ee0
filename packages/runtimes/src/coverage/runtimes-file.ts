import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import {
  decodeRuntimesRecord,
  EMPTY_RUNTIME_ENTRY,
  EMPTY_RUNTIMES_RECORD,
  formatRuntimesRecord,
  type HookPlace,
  type RuntimeEntry,
  type RuntimesRecord,
} from "./runtimes-record.ts";

/** A larger file is not ours. */
const RECORD_BYTES_MAX = 1024 * 1024;
/** A hook notes itself this often; it has no time to do so at every call. */
const SEEN_NOTED_EVERY_MS = 24 * 3_600_000;

/** Absolute path of the record. */
export function runtimesFilePath(home: string): string {
  return join(home, ".metis", "curator", "runtimes.json");
}

/** Reads the record; missing or damaged is an empty one. Never throws. */
export function readRuntimesRecord(home: string): RuntimesRecord {
  const path = runtimesFilePath(home);
  try {
    if (statSync(path).size > RECORD_BYTES_MAX) return EMPTY_RUNTIMES_RECORD;
    return decodeRuntimesRecord(readFileSync(path, "utf8"));
  } catch {
    return EMPTY_RUNTIMES_RECORD;
  }
}

/**
 * Notes that `init` has put a hook into a runtime's settings; the same file is noted once. Throws the error of
 * `node:fs`.
 */
export function noteHooked(home: string, runtime: RuntimeName, hook: HookPlace): void {
  change(home, runtime, (entry) => ({ ...entry, hooks: [...otherHooks(entry, hook.settings_path), hook] }));
}

/** Notes that `--uninstall` has taken a hook out of a settings file. Throws the error of `node:fs`. */
export function noteUnhooked(home: string, runtime: RuntimeName, settingsPath: string): void {
  change(home, runtime, (entry) => ({
    ...entry,
    hooks: otherHooks(entry, settingsPath),
    hook_seen_at_iso: null,
  }));
}

/** Notes that a runtime's whole history up to now is in the trace. Throws the error of `node:fs`. */
export function noteImported(home: string, runtime: RuntimeName, atMs: number): void {
  change(home, runtime, (entry) => ({ ...entry, imported_at_iso: new Date(atMs).toISOString() }));
}

/**
 * Notes that a hook has called, once a day; so a hook that came with a plugin is known too. Never throws: a hook must
 * not break an agent.
 */
export function noteHookSeen(home: string, runtime: RuntimeName, nowMs: number): void {
  try {
    const seen = readRuntimesRecord(home).runtimes[runtime]?.hook_seen_at_iso ?? null;
    if (seen !== null && Math.abs(nowMs - Date.parse(seen)) < SEEN_NOTED_EVERY_MS) return;
    change(home, runtime, (entry) => ({ ...entry, hook_seen_at_iso: new Date(nowMs).toISOString() }));
  } catch {
    // The next call notes it.
  }
}

function otherHooks({ hooks }: RuntimeEntry, settingsPath: string): readonly HookPlace[] {
  return hooks.filter((hook) => hook.settings_path !== settingsPath);
}

/** Of two programs that write at once one is lost, which only forbids until it is noted again. */
function change(home: string, runtime: RuntimeName, edit: (entry: RuntimeEntry) => RuntimeEntry): void {
  const record = readRuntimesRecord(home);
  const entry = edit(record.runtimes[runtime] ?? EMPTY_RUNTIME_ENTRY);
  const path = runtimesFilePath(home);
  const temp = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(
      temp,
      formatRuntimesRecord({ ...record, runtimes: { ...record.runtimes, [runtime]: entry } }),
      {
        mode: 0o600,
      },
    );
    renameSync(temp, path);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
}
