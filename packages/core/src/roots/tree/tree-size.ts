import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";

export interface TreeSize {
  /** Sum of file sizes. */
  readonly bytes: number;
  /** Files, links, directories and others below the top. */
  readonly entries: number;
  /** Directories and entries that could not be looked at. */
  readonly unreadable: number;
}

const NOTHING: TreeSize = { bytes: 0, entries: 0, unreadable: 0 };

function plus(a: TreeSize, b: TreeSize): TreeSize {
  return {
    bytes: a.bytes + b.bytes,
    entries: a.entries + b.entries,
    unreadable: a.unreadable + b.unreadable,
  };
}

function entrySize(fs: FileSystem, path: string): TreeSize {
  const { kind, size } = fs.lstat(path);
  if (kind === "directory") return plus({ ...NOTHING, entries: 1 }, treeSize(fs, path));
  return { bytes: kind === "file" ? size : 0, entries: 1, unreadable: 0 };
}

function tolerant(measure: () => TreeSize): TreeSize {
  try {
    return measure();
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return error.kind === "not-found" ? NOTHING : { ...NOTHING, unreadable: 1 };
  }
}

/** Measures everything below a directory without following links; what is missing or unreadable adds no bytes. */
export function treeSize(fs: FileSystem, directory: string): TreeSize {
  return tolerant(() =>
    fs
      .readdir(directory)
      .map(({ name }) => tolerant(() => entrySize(fs, `${directory}/${name}`)))
      .reduce(plus, NOTHING),
  );
}
