import { createHash, type Hash } from "node:crypto";
import { type FileKind, type FileSystem, FileSystemError } from "../../ports/file-system.ts";

/** Above these a tree is not hashed, hence not moved: one skill is never that large, and a file is hashed in memory. */
export const TREE_ENTRIES_MAX = 500_000;
export const TREE_BYTES_MAX = 512 * 1024 ** 2;

export interface TreeLimits {
  readonly entriesMax?: number;
  readonly bytesMax?: number;
}

class TreeHasher {
  private readonly hash: Hash = createHash("sha256");
  private readonly fs: FileSystem;
  private entriesLeft: number;
  private bytesLeft: number;

  constructor(fs: FileSystem, limits: TreeLimits) {
    this.fs = fs;
    this.entriesLeft = limits.entriesMax ?? TREE_ENTRIES_MAX;
    this.bytesLeft = limits.bytesMax ?? TREE_BYTES_MAX;
  }

  add(path: string, relative: string): void {
    if (this.entriesLeft === 0) throw new FileSystemError("too-large", "hashTree", path);
    this.entriesLeft -= 1;
    const { kind, mode } = this.fs.lstat(path);
    const content = this.contentOf(path, kind);
    // Lengths come first, so that no name or content can pass for another entry.
    const header = [kind, mode.toString(8), Buffer.byteLength(relative), content.length].join(" ");
    this.hash.update(`${header}\n${relative}`).update(content);
    if (kind !== "directory") return;
    for (const { name } of this.fs.readdir(path)) {
      this.addListed(`${path}/${name}`, relative === "" ? name : `${relative}/${name}`);
    }
  }

  /** A listed entry that is not found does not make the whole tree an absent one. */
  private addListed(path: string, relative: string): void {
    try {
      this.add(path, relative);
    } catch (error) {
      if (!(error instanceof FileSystemError) || error.kind !== "not-found") throw error;
      throw new FileSystemError("busy", "hashTree", path, error);
    }
  }

  digest(): string {
    return this.hash.digest("hex");
  }

  private contentOf(path: string, kind: FileKind): Uint8Array {
    switch (kind) {
      case "file":
        return this.readFile(path);
      case "link":
        return new TextEncoder().encode(this.fs.readlink(path));
      case "directory":
      case "other":
        return new Uint8Array();
    }
  }

  private readFile(path: string): Uint8Array {
    const bytes = this.fs.readFile(path, this.bytesLeft);
    this.bytesLeft -= bytes.length;
    return bytes;
  }
}

/**
 * Returns the SHA-256 (hex) of a whole tree: kinds, mode bits, sorted names, link targets and file bytes,
 * the top entry's kind and mode included, its name not. Links are never followed. Times do not count.
 * Throws `FileSystemError`: `not-found` when nothing has the name, `busy` when an entry vanishes meanwhile or
 * has a name that cannot be represented, `too-large` above the limits, or what cannot be read.
 */
export function hashTree(fs: FileSystem, path: string, limits: TreeLimits = {}): string {
  const hasher = new TreeHasher(fs, limits);
  hasher.add(path, "");
  return hasher.digest();
}
