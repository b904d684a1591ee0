import type { DirectoryEntry, FileInfo, FileSystem } from "@metis-curate/core";
import {
  containsNode,
  type MemoryDirectory,
  type MemoryNode,
  READ_BIT,
  SEARCH_BIT,
  WRITE_BIT,
} from "./memory-node.ts";
import { PathWalk, type Place } from "./memory-walk.ts";
import type { TreeDump, TreeDumpEntry } from "./tree-dump.ts";

export interface MemoryFileSystemOptions {
  /** Absolute directories that are devices of their own; created with their parents. */
  readonly mounts?: readonly string[];
  /** Permission bits do not bind, as for root. Default false. */
  readonly privileged?: boolean;
  /** Time of a modification. Default: a counter of modifications. */
  readonly nowMs?: () => number;
}

export interface MemoryFileSystem extends FileSystem {
  /** Everything below a directory, permissions notwithstanding; keys relative to it. Default the root. */
  dump(directory?: string): TreeDump;
  /** Creates a FIFO, which no method opens. */
  makeSpecial(path: string): void;
}

const PERMISSION_BITS = 0o7777;

class Memory implements MemoryFileSystem {
  private readonly root: MemoryDirectory;
  private readonly privileged: boolean;
  private readonly nowMs: () => number;
  private inodes = 0;

  constructor(options: MemoryFileSystemOptions) {
    let ticks = 0;
    this.privileged = options.privileged ?? false;
    this.nowMs = options.nowMs ?? (() => ++ticks);
    this.root = this.newDirectory(1, 0o755, true);
    for (const [index, mount] of (options.mounts ?? []).entries()) this.mount(mount, index + 2);
  }

  readFile(path: string, limitBytes = Number.POSITIVE_INFINITY): Uint8Array {
    const walk: PathWalk = this.walk("readFile", path);
    const node = walk.getNode(true);
    if (node.kind === "directory") walk.fail("is-a-directory");
    if (node.kind !== "file") walk.fail("io");
    walk.require(node, READ_BIT);
    if (node.bytes.length > limitBytes) walk.fail("too-large");
    return node.bytes.slice();
  }

  readdir(path: string): readonly DirectoryEntry[] {
    const walk: PathWalk = this.walk("readdir", path);
    const node = walk.getNode(true);
    if (node.kind !== "directory") walk.fail("not-a-directory");
    walk.require(node, READ_BIT);
    return sortedEntries(node).map(([name, child]) => ({ name, kind: child.kind }));
  }

  lstat(path: string): FileInfo {
    return toFileInfo(this.walk("lstat", path).getNode(false));
  }

  stat(path: string): FileInfo {
    return toFileInfo(this.walk("stat", path).getNode(true));
  }

  realpath(path: string): string {
    const walk: PathWalk = this.walk("realpath", path);
    const place = walk.locate(true);
    return place.node === undefined ? walk.fail("not-found") : place.path;
  }

  readlink(path: string): string {
    const walk: PathWalk = this.walk("readlink", path);
    const node = walk.getNode(false);
    return node.kind === "link" ? node.target : walk.fail("io");
  }

  writeNewFile(path: string, bytes: Uint8Array, mode = 0o644): void {
    const place = this.freePlace(this.walk("writeNewFile", path));
    this.add(place, { ...this.newBase(place.parent.device, mode), kind: "file", bytes: bytes.slice() });
  }

  mkdir(path: string, mode = 0o755): void {
    const place = this.freePlace(this.walk("mkdir", path));
    this.add(place, this.newDirectory(place.parent.device, mode, false));
  }

  symlink(target: string, path: string): void {
    const walk: PathWalk = this.walk("symlink", path);
    if (target === "") walk.fail("not-found");
    const place = this.freePlace(walk);
    this.add(place, { ...this.newBase(place.parent.device, 0o777), kind: "link", target });
  }

  makeSpecial(path: string): void {
    const place = this.freePlace(this.walk("makeSpecial", path));
    this.add(place, { ...this.newBase(place.parent.device, 0o644), kind: "other" });
  }

  rename(from: string, to: string): void {
    const walk: PathWalk = this.walk("rename", from);
    const source = walk.locate(false);
    const target = this.walk("rename", to).locate(false);
    if (source.name === "" || target.name === "") walk.fail("busy");
    if (source.parent.device !== target.parent.device) walk.fail("cross-device");
    const moved = source.node ?? walk.fail("not-found");
    if (containsNode(moved, target.parent)) walk.fail("io");
    if (target.node !== undefined && containsNode(target.node, source.parent)) walk.fail("not-empty");
    if (moved === target.node) return;
    this.checkRename(walk, source, moved, target);
    source.parent.entries.delete(source.name);
    this.touch(source.parent);
    this.add(target, moved);
  }

  unlink(path: string): void {
    const walk: PathWalk = this.walk("unlink", path);
    const place = walk.locate(false);
    const node = place.node ?? walk.fail("not-found");
    if (place.name === "") walk.fail("is-a-directory");
    this.requireChange(walk, place.parent);
    if (node.kind === "directory") walk.fail("is-a-directory");
    this.remove(place);
  }

  rmdir(path: string): void {
    const walk: PathWalk = this.walk("rmdir", path);
    const place = walk.locate(false);
    const node = place.node ?? walk.fail("not-found");
    if (place.name === "") walk.fail("busy");
    this.requireChange(walk, place.parent);
    if (node.kind !== "directory") walk.fail("not-a-directory");
    if (node.mountPoint) walk.fail("busy");
    if (node.entries.size > 0) walk.fail("not-empty");
    this.remove(place);
  }

  chmod(path: string, mode: number): void {
    this.walk("chmod", path).getNode(true).mode = mode & PERMISSION_BITS;
  }

  fsyncDirectory(path: string): void {
    const walk: PathWalk = this.walk("fsyncDirectory", path);
    const node = walk.getNode(true);
    if (node.kind !== "directory") walk.fail("not-a-directory");
    walk.require(node, READ_BIT);
  }

  dump(directory = "/"): TreeDump {
    const top = new PathWalk(this.root, true, "dump", directory).getNode(true);
    const entries: Record<string, TreeDumpEntry> = {};
    collect(top, "", entries);
    return entries;
  }

  private walk(operation: string, path: string): PathWalk {
    return new PathWalk(this.root, this.privileged, operation, path);
  }

  private newBase(device: number, mode: number) {
    this.inodes += 1;
    return { inode: this.inodes, device, mode: mode & PERMISSION_BITS, modifiedAtMs: this.nowMs() };
  }

  private newDirectory(device: number, mode: number, mountPoint: boolean): MemoryDirectory {
    return { ...this.newBase(device, mode), kind: "directory", mountPoint, entries: new Map() };
  }

  private mount(path: string, device: number): void {
    const names = path.split("/").filter((name) => name !== "");
    let directory = this.root;
    for (const [index, name] of names.entries()) {
      const found = directory.entries.get(name);
      const last = index === names.length - 1;
      const next =
        found?.kind === "directory" && !last
          ? found
          : this.newDirectory(last ? device : directory.device, 0o755, last);
      directory.entries.set(name, next);
      directory = next;
    }
  }

  private freePlace(walk: PathWalk): Place {
    const place = walk.locate(false);
    if (place.node !== undefined) walk.fail("exists");
    this.requireChange(walk, place.parent);
    return place;
  }

  private requireChange(walk: PathWalk, directory: MemoryDirectory): void {
    walk.require(directory, WRITE_BIT);
    walk.require(directory, SEARCH_BIT);
  }

  private checkRename(walk: PathWalk, source: Place, moved: MemoryNode, target: Place): void {
    this.requireChange(walk, source.parent);
    this.requireChange(walk, target.parent);
    const replaced = target.node;
    if (replaced !== undefined && moved.kind === "directory" && replaced.kind !== "directory") {
      walk.fail("not-a-directory");
    }
    if (moved.kind !== "directory" && replaced?.kind === "directory") walk.fail("is-a-directory");
    // A directory that changes its parent gets its `..` rewritten, which needs write permission on it.
    if (moved.kind === "directory" && source.parent !== target.parent) walk.require(moved, WRITE_BIT);
    if (isMountPoint(moved) || isMountPoint(replaced)) walk.fail("busy");
    if (replaced?.kind === "directory" && replaced.entries.size > 0) walk.fail("not-empty");
  }

  private add(place: Place, node: MemoryNode): void {
    place.parent.entries.set(place.name, node);
    this.touch(place.parent);
  }

  private remove(place: Place): void {
    place.parent.entries.delete(place.name);
    this.touch(place.parent);
  }

  private touch(directory: MemoryDirectory): void {
    directory.modifiedAtMs = this.nowMs();
  }
}

function isMountPoint(node: MemoryNode | undefined): boolean {
  return node?.kind === "directory" && node.mountPoint;
}

function sortedEntries(directory: MemoryDirectory): [string, MemoryNode][] {
  return [...directory.entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function sizeOf(node: MemoryNode): number {
  if (node.kind === "file") return node.bytes.length;
  return node.kind === "link" ? Buffer.byteLength(node.target) : 0;
}

function toFileInfo(node: MemoryNode): FileInfo {
  const { kind, mode, device, inode, modifiedAtMs } = node;
  return { kind, size: sizeOf(node), mode, device, inode, modifiedAtMs };
}

function contentOf(node: MemoryNode): string {
  if (node.kind === "file") return Buffer.from(node.bytes).toString("latin1");
  return node.kind === "link" ? node.target : "";
}

function collect(node: MemoryNode, prefix: string, into: Record<string, TreeDumpEntry>): void {
  if (node.kind !== "directory") return;
  for (const [name, child] of sortedEntries(node)) {
    into[prefix + name] = { kind: child.kind, mode: child.mode, content: contentOf(child) };
    collect(child, `${prefix}${name}/`, into);
  }
}

/**
 * Returns an empty POSIX-like file system in memory with one user who owns everything: permission bits,
 * links, devices and error kinds behave as on Linux. State survives every error.
 */
export function memoryFileSystem(options: MemoryFileSystemOptions = {}): MemoryFileSystem {
  return new Memory(options);
}
