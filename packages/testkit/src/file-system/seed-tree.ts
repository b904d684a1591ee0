import { type FileSystem, FileSystemError } from "@metis-curate/core";

/** A file's text or bytes, a link, or either a file or a directory with its mode bits. */
export type TreeSeedEntry =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly directory: true; readonly mode?: number }
  | { readonly content: string | Uint8Array; readonly mode: number };

/** Path relative to the seeded directory → what to create there. */
export type TreeSeed = Readonly<Record<string, TreeSeedEntry>>;

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

function makeDirectories(fs: FileSystem, path: string): void {
  const parts = path.split("/").filter((part) => part !== "");
  for (let depth = 1; depth <= parts.length; depth += 1) {
    try {
      fs.mkdir(`/${parts.slice(0, depth).join("/")}`);
    } catch (error) {
      if (!(error instanceof FileSystemError) || error.kind !== "exists") throw error;
    }
  }
}

function create(fs: FileSystem, path: string, entry: TreeSeedEntry): void {
  if (typeof entry === "string" || entry instanceof Uint8Array) fs.writeNewFile(path, toBytes(entry));
  else if ("link" in entry) fs.symlink(entry.link, path);
  else if ("directory" in entry) makeDirectories(fs, path);
  else fs.writeNewFile(path, toBytes(entry.content), entry.mode);
}

/**
 * Creates files, links and directories below `base`, missing parents too, on any file system. Modes of
 * directories are set last, so that a directory may be read-only.
 */
export function seedTree(fs: FileSystem, base: string, seed: TreeSeed): void {
  makeDirectories(fs, base);
  for (const [relative, entry] of Object.entries(seed)) {
    const path = `${base}/${relative}`;
    makeDirectories(fs, path.slice(0, path.lastIndexOf("/")));
    create(fs, path, entry);
  }
  for (const [relative, entry] of Object.entries(seed)) {
    const sets = typeof entry === "object" && "directory" in entry && entry.mode !== undefined;
    if (sets) fs.chmod(`${base}/${relative}`, entry.mode);
  }
}
