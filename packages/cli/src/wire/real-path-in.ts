import { type FileSystem, FileSystemError } from "@metis-curate/core";

/** Real path of what a path leads to; null when there is nothing. */
export function realPathIn(fs: FileSystem): (path: string) => string | null {
  return (path) => {
    try {
      return fs.realpath(path);
    } catch (error) {
      if (error instanceof FileSystemError) return null;
      throw error;
    }
  };
}
