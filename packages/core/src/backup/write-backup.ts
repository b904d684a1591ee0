import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import { ensureDirectory, removeTree, removeTreeQuietly, TEMP_PREFIX } from "../roots/tree/index.ts";
import { isoFromUs } from "../trace/index.ts";
import type { BackupDeps } from "./backup-deps.ts";
import { BACKUP_AREAS, type BackupEntry } from "./backup-entry.ts";
import { BackupFault } from "./backup-fault.ts";
import { COPY_ATTEMPTS_MAX } from "./backup-limits.ts";
import { listEntries } from "./list-entries.ts";
import {
  type BackupManifest,
  formatManifest,
  MANIFEST_NAME,
  TRACE_NAME,
  TREE_NAME,
  type TraceRecord,
} from "./manifest.ts";
import { isSameReading, type ReadEntries, readEntries, readPresent } from "./read-entries.ts";
import { verifyBackup } from "./verify-backup.ts";

export interface WriteBackupOptions {
  /** Absolute; nothing has the name yet, its directory exists or can be made. */
  readonly target: string;
  readonly withTrace: boolean;
  /** Bytes of files and trace together. */
  readonly bytesMax: number;
}

const PRIVATE_DIRECTORY_MODE = 0o700;
const PRIVATE_FILE_MODE = 0o600;
const OWNER_EXECUTE_BIT = 0o100;

/**
 * Writes a backup of a root and verifies it; call under the root's lock, after recovery. It is made under a
 * temporary name and renamed when everything is on the disk, so that a killed one never looks complete.
 * Throws `BackupFault` (`too-large`, `damaged`), `FileSystemError` (`exists`, `busy` when files kept changing)
 * and `TraceError`; then nothing has the target's name.
 */
export async function writeBackup(deps: BackupDeps, options: WriteBackupOptions): Promise<BackupManifest> {
  const { fs, ids } = deps;
  const { target } = options;
  checkSize(deps, options);
  ensureDirectory(fs, dirname(target));
  refuseTaken(fs, target);
  const id = ids.next();
  const temp = join(dirname(target), `${TEMP_PREFIX}backup-${id}`);
  try {
    const manifest = await fill(deps, options, temp, id);
    await verifyBackup(deps, temp, { bytesMax: options.bytesMax });
    refuseTaken(fs, target);
    fs.rename(temp, target);
    fs.fsyncDirectory(dirname(target));
    return manifest;
  } catch (error) {
    removeTreeQuietly(fs, temp);
    throw error;
  }
}

function checkSize({ fs, root, traceBackup }: BackupDeps, { withTrace, bytesMax }: WriteBackupOptions): void {
  const files = listEntries(fs, root).entries.reduce((sum, { size }) => sum + size, 0);
  const trace = withTrace ? traceBackup.sizeBytes() : 0;
  if (files + trace <= bytesMax) return;
  const parts = withTrace ? ` (${files} in files, ${trace} in the trace)` : "";
  throw new BackupFault(
    "too-large",
    `the library has ${files + trace} bytes${parts}, more than ${bytesMax}; raise it with --max-bytes`,
  );
}

function refuseTaken(fs: FileSystem, target: string): void {
  try {
    fs.lstat(target);
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "not-found") return;
    throw error;
  }
  throw new FileSystemError("exists", "back up to", target);
}

async function fill(
  deps: BackupDeps,
  options: WriteBackupOptions,
  temp: string,
  id: string,
): Promise<BackupManifest> {
  const { fs, root } = deps;
  const read = copyUnchanging(deps, options, temp);
  const trace = options.withTrace && !deps.isTraceAbsent() ? await copyTrace(deps, temp) : null;
  const manifest: BackupManifest = {
    schema_version: "1",
    id,
    created_at: isoFromUs(deps.clock.nowUs()),
    program_version: deps.programVersion,
    root: { key: root.key, layout: root.layout, scope: root.scope },
    complete: !read.leftOut.some(({ kind }) => kind === "unreadable"),
    trace,
    entries: read.entries,
    left_out: read.leftOut,
  };
  const text = new TextEncoder().encode(formatManifest(manifest));
  fs.writeNewFile(join(temp, MANIFEST_NAME), text, PRIVATE_FILE_MODE);
  fs.fsyncDirectory(temp);
  return manifest;
}

/** Agents do not take the lock: what changed while it was copied is copied anew. */
function copyUnchanging(deps: BackupDeps, { bytesMax }: WriteBackupOptions, temp: string): ReadEntries {
  const { fs, root } = deps;
  for (let attempt = 1; attempt <= COPY_ATTEMPTS_MAX; attempt += 1) {
    removeTree(fs, temp);
    const read = copyEntries(deps, temp, bytesMax);
    if (isSameReading(read, readPresent(fs, root, bytesMax))) return read;
  }
  throw new FileSystemError("busy", "back up", root.skillsDir);
}

function copyEntries({ fs, root }: BackupDeps, temp: string, bytesMax: number): ReadEntries {
  const tree = join(temp, TREE_NAME);
  const directories = [temp, tree, ...BACKUP_AREAS.map((area) => join(tree, area))];
  for (const directory of directories) fs.mkdir(directory, PRIVATE_DIRECTORY_MODE);
  const read = readEntries(fs, root, listEntries(fs, root), bytesMax, (entry, bytes) => {
    const path = join(tree, entry.path);
    if (entry.kind === "directory") fs.mkdir(path, PRIVATE_DIRECTORY_MODE);
    else fs.writeNewFile(path, bytes, copyMode(entry));
  });
  const made = read.entries.filter(({ kind }) => kind === "directory").map(({ path }) => join(tree, path));
  for (const directory of [...directories, ...made].toReversed()) fs.fsyncDirectory(directory);
  return read;
}

/** A backup is for its owner alone; the manifest knows the mode. */
function copyMode({ mode }: BackupEntry): number {
  return PRIVATE_FILE_MODE | (mode & OWNER_EXECUTE_BIT);
}

async function copyTrace({ traceBackup }: BackupDeps, temp: string): Promise<TraceRecord> {
  const path = join(temp, TRACE_NAME);
  await traceBackup.copyTo(path);
  const copy = traceBackup.openCopy(path);
  try {
    return {
      ...traceBackup.digest(path),
      schema_version: copy.schemaVersion,
      newest_event_id: copy.newestEventId,
    };
  } finally {
    copy.close();
  }
}
