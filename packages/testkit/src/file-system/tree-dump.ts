import type { FileKind, FileSystem } from "@metis-curate/core";

export interface TreeDumpEntry {
  readonly kind: FileKind;
  readonly mode: number;
  /** Bytes as Latin-1 text (one character per byte), the target of a link, else "". */
  readonly content: string;
}

/** Path relative to the dumped directory → entry: equal dumps are byte-identical trees. */
export type TreeDump = Readonly<Record<string, TreeDumpEntry>>;

function contentAt(fs: FileSystem, path: string, kind: FileKind): string {
  if (kind === "file") return Buffer.from(fs.readFile(path)).toString("latin1");
  return kind === "link" ? fs.readlink(path) : "";
}

function collect(
  fs: FileSystem,
  directory: string,
  prefix: string,
  into: Record<string, TreeDumpEntry>,
): void {
  for (const { name, kind } of fs.readdir(directory)) {
    const path = `${directory}/${name}`;
    into[prefix + name] = { kind, mode: fs.lstat(path).mode, content: contentAt(fs, path, kind) };
    if (kind === "directory") collect(fs, path, `${prefix}${name}/`, into);
  }
}

/** Dumps everything below a directory of any file system. Throws `FileSystemError` for what it cannot read. */
export function dumpTree(fs: FileSystem, directory: string): TreeDump {
  const entries: Record<string, TreeDumpEntry> = {};
  collect(fs, directory, "", entries);
  return entries;
}
