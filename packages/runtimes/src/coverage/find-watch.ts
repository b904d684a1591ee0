import { readFileSync, statSync } from "node:fs";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import { EMPTY_RUNTIME_ENTRY, type HookPlace, type RuntimesRecord } from "./runtimes-record.ts";

/** An import speaks for so long: a week, as often as the curator runs. What came later it has not seen. */
export const IMPORT_GOOD_FOR_DAYS = 7;
/** A hook that called within so many days is taken to be there, though no settings that we know hold it (a plugin). */
export const HOOK_SEEN_GOOD_FOR_DAYS = 30;
const DAY_MS = 86_400_000;
const SETTINGS_BYTES_MAX = 16 * 1024 * 1024;

/** How the use of a runtime's skills reaches the trace, if it does. */
export type Watch =
  | { readonly kind: "hooked" }
  | { readonly kind: "imported"; readonly at_iso: string }
  /** `stale_import_iso`: there was an import, too long ago. */
  | { readonly kind: "unwatched"; readonly stale_import_iso: string | null };

export interface WatchQuestion {
  readonly record: RuntimesRecord;
  readonly nowMs: number;
  /** Real path of the workspace whose skills are meant; null for those of the home directory. */
  readonly workspace: string | null;
}

/**
 * Says whether a runtime is watched: its settings still hold the hook that was noted (a workspace's hook counts for that
 * workspace alone), or a hook called lately, or its history was imported lately. Never throws.
 */
export function findWatch(runtime: RuntimeName, { record, nowMs, workspace }: WatchQuestion): Watch {
  const entry = record.runtimes[runtime] ?? EMPTY_RUNTIME_ENTRY;
  const counts = (hook: HookPlace) => hook.workspace === null || hook.workspace === workspace;
  if (entry.hooks.some((hook) => counts(hook) && isStillThere(hook))) return { kind: "hooked" };
  // Where hooks are noted, they are what is looked at: one that was taken out by hand called until then.
  if (entry.hooks.length === 0 && isWithin(entry.hook_seen_at_iso, nowMs, HOOK_SEEN_GOOD_FOR_DAYS))
    return { kind: "hooked" };
  const imported = entry.imported_at_iso;
  if (imported !== null && isWithin(imported, nowMs, IMPORT_GOOD_FOR_DAYS))
    return { kind: "imported", at_iso: imported };
  return { kind: "unwatched", stale_import_iso: imported };
}

/** A time that lies ahead is no answer. */
function isWithin(iso: string | null, nowMs: number, days: number): boolean {
  if (iso === null) return false;
  const ageMs = nowMs - Date.parse(iso);
  return ageMs >= -DAY_MS && ageMs <= days * DAY_MS;
}

function isStillThere({ settings_path: path, mark }: HookPlace): boolean {
  try {
    const info = statSync(path);
    return info.isFile() && info.size <= SETTINGS_BYTES_MAX && readFileSync(path, "utf8").includes(mark);
  } catch {
    return false;
  }
}
