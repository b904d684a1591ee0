import { SKILL_FILE } from "../actions/index.ts";
import { FileSystemError } from "../ports/file-system.ts";
import { readFileInside, resolvesInside } from "../roots/tree/index.ts";
import { SKILL_FILE_BYTES_MAX } from "../skills/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";

/**
 * The SKILL.md of an archived directory. A repository may hold archives of its own making, whose SKILL.md is a link:
 * nothing outside the archive is read, let alone restored. Throws `FileSystemError`.
 */
export function readArchivedFile({ fs, root }: CuratorDeps, directory: string): Uint8Array {
  if (root.scope === "workspace" && !resolvesInside(fs, root.base, root.archiveDir)) {
    throw new FileSystemError("permission-denied", `leave ${root.base} by`, root.archiveDir);
  }
  return readFileInside(fs, root.archiveDir, `${directory}/${SKILL_FILE}`, SKILL_FILE_BYTES_MAX);
}
