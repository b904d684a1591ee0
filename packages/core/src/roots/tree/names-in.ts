import { type FileSystem, FileSystemError } from "../../ports/file-system.ts";

/** Names in a directory, sorted; none when it is missing. Throws `FileSystemError` when it cannot be read. */
export function namesIn(fs: FileSystem, directory: string): readonly string[] {
  try {
    return fs.readdir(directory).map((entry) => entry.name);
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "not-found") return [];
    throw error;
  }
}
