import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { HistorySource } from "../runtime.ts";

/** Deeper nothing of a runtime lies. */
const DEPTH_MAX = 8;

/**
 * Returns the files below a directory that a name is accepted of, the oldest first. Links are not followed. A directory
 * that may not be listed is a source too, which cannot be read: nobody may take it for empty.
 */
export function listSources(
  directories: readonly string[],
  accepts: (name: string, path: string) => boolean,
): readonly HistorySource[] {
  const found = directories.flatMap((directory) => [...walk(directory, accepts, 0)]);
  return found.sort((a, b) => a.modifiedAtMs - b.modifiedAtMs || (a.path < b.path ? -1 : 1));
}

function* walk(
  directory: string,
  accepts: (name: string, path: string) => boolean,
  depth: number,
): Generator<HistorySource> {
  const entries = entriesOf(directory);
  if (entries === null) yield { path: directory, sizeBytes: 0, modifiedAtMs: 0 };
  for (const entry of entries ?? []) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (depth < DEPTH_MAX) yield* walk(path, accepts, depth + 1);
    } else if (entry.isFile() && accepts(entry.name, path)) {
      const source = findSource(path);
      if (source !== null) yield source;
    }
  }
}

/** A regular file as a source; null when there is none. */
export function findSource(path: string): HistorySource | null {
  try {
    const info = statSync(path);
    return info.isFile() ? { path, sizeBytes: info.size, modifiedAtMs: info.mtimeMs } : null;
  } catch {
    return null;
  }
}

/** A database as a source; what was last written may stand in its log only. Null when there is none. */
export function findDatabase(path: string): HistorySource | null {
  const source = findSource(path);
  const log = source === null ? null : findSource(`${path}-wal`);
  if (source === null || log === null || log.sizeBytes === 0) return source;
  return {
    path,
    sizeBytes: source.sizeBytes + log.sizeBytes,
    modifiedAtMs: Math.max(source.modifiedAtMs, log.modifiedAtMs),
  };
}

/** Null where it is forbidden; nothing where there is none. */
function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    const isForbidden =
      error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM");
    return isForbidden ? null : [];
  }
}
