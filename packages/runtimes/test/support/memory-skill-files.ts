import { type FileSystem, FileSystemError } from "@metis-curate/core";
import type { SkillFiles } from "@metis-curate/runtimes";

/** What is read, or null where the file system refuses. */
export function attempt<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}

/** A file system in memory, as resolving sees it. */
export function memorySkillFiles(fs: FileSystem): SkillFiles {
  const namesOf = (path: string, kinds: readonly string[]) =>
    (attempt(() => fs.readdir(path)) ?? [])
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ name }) => name);
  return {
    realpath: (path) => attempt(() => fs.realpath(path)),
    isDirectory: (path) => attempt(() => fs.stat(path).kind === "directory") ?? false,
    exists: (path) => attempt(() => fs.stat(path)) !== null,
    directoryNames: (path) => namesOf(path, ["directory", "link"]),
    linkNames: (path) => namesOf(path, ["link"]),
    readFile: (path) => attempt(() => ({ bytes: fs.readFile(path), modifiedAtMs: 0 })),
  };
}
