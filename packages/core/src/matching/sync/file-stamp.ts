import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";

/** Returns what a cheap look at a path shows; it changes when the file or the directory's names do. */
export function fileStamp(fs: FileSystem, path: string): string {
  try {
    const { size, modifiedAtMs, inode } = fs.stat(path);
    return `${size}:${modifiedAtMs}:${inode}`;
  } catch (error) {
    if (error instanceof FileSystemError) return error.kind;
    throw error;
  }
}
