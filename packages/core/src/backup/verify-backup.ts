import { join } from "node:path";
import { type FileKind, type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { BackupDeps } from "./backup-deps.ts";
import { BACKUP_AREAS, type BackupEntry } from "./backup-entry.ts";
import { BackupFault } from "./backup-fault.ts";
import { MANIFEST_BYTES_MAX } from "./backup-limits.ts";
import { decodeManifest } from "./decode-manifest.ts";
import { type BackupManifest, MANIFEST_NAME, TRACE_NAME, TREE_NAME } from "./manifest.ts";
import { sha256Of } from "./read-entries.ts";

/** Files beside a database that change what is read from it. */
const JOURNAL_NAMES = ["-wal", "-shm", "-journal"].map((suffix) => `${TRACE_NAME}${suffix}`);

/**
 * Reads a backup whole and returns its manifest when every file is there, is a file, has the listed bytes, and
 * none is there that is not listed. Throws `BackupFault`: `not-a-backup`, `damaged`, `hostile`, `too-large`
 * above `bytesMax`; and `FileSystemError`, `TraceError` for what cannot be read.
 */
export async function verifyBackup(
  deps: Pick<BackupDeps, "fs" | "traceBackup">,
  directory: string,
  { bytesMax }: { readonly bytesMax: number },
): Promise<BackupManifest> {
  const { fs } = deps;
  const manifest = readManifest(fs, directory);
  checkTotal(manifest, bytesMax);
  const tree = join(directory, TREE_NAME);
  for (const name of [TREE_NAME, ...BACKUP_AREAS.map((area) => `${TREE_NAME}/${area}`)]) {
    expectKind(fs, join(directory, name), "directory", name);
  }
  for (const entry of manifest.entries) checkEntry(fs, tree, entry);
  checkNothingElse(fs, tree, manifest.entries);
  checkTrace(deps, directory, manifest);
  return manifest;
}

function readManifest(fs: FileSystem, directory: string): BackupManifest {
  const path = join(directory, MANIFEST_NAME);
  try {
    const { kind } = fs.lstat(path);
    if (kind !== "file") throw new BackupFault("not-a-backup", `${path} is no file`);
    return decodeManifest(new TextDecoder().decode(fs.readFile(path, MANIFEST_BYTES_MAX)));
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    if (error.kind === "too-large") throw new BackupFault("too-large", `${path} is too large for a manifest`);
    if (error.kind === "not-found" || error.kind === "not-a-directory") {
      throw new BackupFault(
        "not-a-backup",
        `${directory} has no ${MANIFEST_NAME}: it is no backup, or one that was never finished`,
      );
    }
    throw error;
  }
}

function checkTotal({ entries, trace }: BackupManifest, bytesMax: number): void {
  const files = entries.reduce((sum, entry) => sum + (entry.kind === "file" ? entry.size : 0), 0);
  const total = files + (trace?.size ?? 0);
  if (total > bytesMax) {
    throw new BackupFault(
      "too-large",
      `it has ${total} bytes, more than ${bytesMax}; raise it with --max-bytes`,
    );
  }
}

function checkEntry(fs: FileSystem, tree: string, entry: BackupEntry): void {
  const path = join(tree, entry.path);
  expectKind(fs, path, entry.kind, entry.path);
  if (entry.kind === "directory") return;
  if (sha256Of(readListed(fs, path, entry.size, entry.path)) !== entry.sha256) {
    throw damaged(entry.path, "has other bytes than the manifest lists");
  }
}

function readListed(fs: FileSystem, path: string, size: number, name: string): Uint8Array {
  try {
    return fs.readFile(path, size);
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "too-large") {
      throw damaged(name, "is larger than the manifest lists");
    }
    throw error;
  }
}

function checkNothingElse(fs: FileSystem, tree: string, entries: readonly BackupEntry[]): void {
  const listed = new Set<string>([...BACKUP_AREAS, ...entries.map(({ path }) => path)]);
  const directories = ["", ...BACKUP_AREAS, ...entries.flatMap(directoryPath)];
  for (const directory of directories) {
    for (const { name } of fs.readdir(join(tree, directory))) {
      const path = directory === "" ? name : `${directory}/${name}`;
      if (!listed.has(path)) throw damaged(path, "is there, but not in the manifest");
    }
  }
}

function directoryPath(entry: BackupEntry): readonly string[] {
  return entry.kind === "directory" ? [entry.path] : [];
}

function checkTrace(
  { fs, traceBackup }: Pick<BackupDeps, "fs" | "traceBackup">,
  directory: string,
  manifest: BackupManifest,
): void {
  const names = new Set(fs.readdir(directory).map(({ name }) => name));
  const { trace } = manifest;
  if (trace === null) return;
  const journal = JOURNAL_NAMES.find((name) => names.has(name));
  if (journal !== undefined) throw damaged(journal, "lies beside the copy of the trace and would change it");
  const path = join(directory, TRACE_NAME);
  expectKind(fs, path, "file", TRACE_NAME);
  // A look at the size costs nothing; the digest reads it all.
  const isOfSize = fs.lstat(path).size === trace.size;
  const found = isOfSize ? traceBackup.digest(path) : null;
  if (found?.sha256 !== trace.sha256) {
    throw damaged(TRACE_NAME, "has other bytes than the manifest lists");
  }
}

function expectKind(fs: FileSystem, path: string, wanted: FileKind, name: string): void {
  const kind = kindAt(fs, path);
  if (kind === wanted) return;
  if (kind === null) throw damaged(name, "is missing");
  throw new BackupFault("hostile", `${JSON.stringify(name)} is a ${kind}, not a ${wanted}`);
}

function kindAt(fs: FileSystem, path: string): FileKind | null {
  try {
    return fs.lstat(path).kind;
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "not-found") return null;
    throw error;
  }
}

function damaged(name: string, what: string): BackupFault {
  return new BackupFault("damaged", `${JSON.stringify(name)} ${what}`);
}
