import { type FileSystem, FileSystemError, loadRootSkills, type Root } from "@metis-curate/core";

/** A library as its files stand. */
export interface LibraryDisk {
  /** `Skill.fileHash` of each live skill, by its path below the skills directory. */
  readonly live: ReadonlyMap<string, string>;
  /** Names in the archive, leftovers too. */
  readonly archives: readonly string[];
}

export function readLibraryDisk(fs: FileSystem, root: Root): LibraryDisk {
  const { skills } = loadRootSkills(fs, root);
  return {
    live: new Map(skills.map(({ path, fileHash }) => [path, fileHash])),
    archives: namesIn(fs, root.archiveDir),
  };
}

function namesIn(fs: FileSystem, directory: string): readonly string[] {
  try {
    return fs.readdir(directory).map(({ name }) => name);
  } catch (error) {
    if (error instanceof FileSystemError && error.kind === "not-found") return [];
    throw error;
  }
}
