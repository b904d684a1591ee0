import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { SKILL_FILE_BYTES_MAX } from "@metis-curate/core/light";

export interface SkillFile {
  readonly bytes: Uint8Array;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedAtMs: number;
}

/** What resolving needs of a disk. No method throws: what cannot be read is not there. */
export interface SkillFiles {
  realpath(path: string): string | null;
  isDirectory(path: string): boolean;
  exists(path: string): boolean;
  /** Names of directories and links, sorted; empty when it cannot be listed. */
  directoryNames(path: string): readonly string[];
  /** Names of links, at most `limit`, in no order; null when there are more. Empty when it cannot be listed. */
  linkNames(path: string, limit: number): readonly string[] | null;
  /** A regular file of at most `SKILL_FILE_BYTES_MAX`. */
  readFile(path: string): SkillFile | null;
}

/** The real disk, without anything that takes time to load. */
export function nodeSkillFiles(): SkillFiles {
  return {
    realpath: (path) => attempt(() => realpathSync.native(path)),
    isDirectory: (path) => attempt(() => statSync(path).isDirectory()) ?? false,
    exists: (path) => attempt(() => statSync(path)) !== null,
    directoryNames: (path) =>
      attempt(() =>
        readdirSync(path, { withFileTypes: true })
          .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
          .map(({ name }) => name)
          .sort(),
      ) ?? [],
    linkNames: (path, limit) => {
      const names =
        attempt(() =>
          readdirSync(path, { withFileTypes: true })
            .filter((entry) => entry.isSymbolicLink())
            .map(({ name }) => name),
        ) ?? [];
      return names.length > limit ? null : names;
    },
    readFile: (path) =>
      attempt(() => {
        const info = statSync(path);
        if (!info.isFile() || info.size > SKILL_FILE_BYTES_MAX) return null;
        return { bytes: readFileSync(path), modifiedAtMs: info.mtimeMs };
      }),
  };
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
