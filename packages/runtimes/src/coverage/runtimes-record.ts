import { isRuntimeName, RUNTIME_NAMES, type RuntimeName } from "../layouts/runtime-name.ts";

/** One change of a runtime's settings that calls us. */
export interface HookPlace {
  /** Absolute path of the settings file, or of the file that is the hook. */
  readonly settings_path: string;
  /** Text that stands in the file as long as the hook does: our command. */
  readonly mark: string;
  /** Real path of the workspace whose settings these are; null: the person's own, for every session. */
  readonly workspace: string | null;
}

/** What is known of how a runtime is watched. Times are ISO-8601 UTC. */
export interface RuntimeEntry {
  readonly hooks: readonly HookPlace[];
  /** When its history was last imported to the end; null for never. */
  readonly imported_at_iso: string | null;
  /** When a hook of it last called, to about a day; null for never. */
  readonly hook_seen_at_iso: string | null;
}

/**
 * `~/.metis/curator/runtimes.json`: which runtimes are watched. It lies outside every repository, because it permits: a
 * directory that several runtimes read is archived from only when all of them are watched (CONTRACTS 14). `init` notes
 * the hooks, `import` its time; `findWatch` holds both against what is there now.
 */
export interface RuntimesRecord {
  readonly schema_version: "1";
  readonly runtimes: Readonly<Partial<Record<RuntimeName, RuntimeEntry>>>;
}

export const EMPTY_RUNTIMES_RECORD: RuntimesRecord = { schema_version: "1", runtimes: {} };
export const EMPTY_RUNTIME_ENTRY: RuntimeEntry = { hooks: [], imported_at_iso: null, hook_seen_at_iso: null };

/** Reads the record leniently: what has a wrong shape is as if it had never been noted, which only forbids. */
export function decodeRuntimesRecord(text: string): RuntimesRecord {
  const value = parseJson(text);
  if (!isRecord(value) || value["schema_version"] !== "1" || !isRecord(value["runtimes"])) {
    return EMPTY_RUNTIMES_RECORD;
  }
  const entries = Object.entries(value["runtimes"]).flatMap(([name, entry]) =>
    isRuntimeName(name) && isRecord(entry) ? [[name, decodeEntry(entry)] as const] : [],
  );
  return { schema_version: "1", runtimes: Object.fromEntries(entries) };
}

export function formatRuntimesRecord(record: RuntimesRecord): string {
  const sorted = RUNTIME_NAMES.flatMap((name) => {
    const entry = record.runtimes[name];
    return entry === undefined ? [] : [[name, entry] as const];
  });
  return `${JSON.stringify({ ...record, runtimes: Object.fromEntries(sorted) }, null, 2)}\n`;
}

function decodeEntry(entry: Readonly<Record<string, unknown>>): RuntimeEntry {
  const hooks = Array.isArray(entry["hooks"]) ? entry["hooks"] : [];
  return {
    hooks: hooks.flatMap((hook: unknown) => decodeHook(hook)),
    imported_at_iso: decodeTime(entry["imported_at_iso"]),
    hook_seen_at_iso: decodeTime(entry["hook_seen_at_iso"]),
  };
}

function decodeHook(hook: unknown): readonly HookPlace[] {
  if (!isRecord(hook)) return [];
  const { settings_path: path, mark, workspace } = hook;
  if (typeof path !== "string" || typeof mark !== "string" || mark === "") return [];
  if (typeof workspace !== "string" && workspace !== null) return [];
  return [{ settings_path: path, mark, workspace }];
}

function decodeTime(value: unknown): string | null {
  return typeof value === "string" && Number.isFinite(Date.parse(value)) ? value : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
