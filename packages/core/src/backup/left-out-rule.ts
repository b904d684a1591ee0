import type { FileKind } from "../ports/file-system.ts";
import { REMOVING_PREFIX, TEMP_PREFIX } from "../roots/tree/index.ts";
import type { LeftOutKind } from "./backup-entry.ts";

/** Directories that their tools make anew. */
const EXCLUDED_DIRECTORIES = ["node_modules", ".venv", "venv", "virtualenv"];
/** Present in every virtual environment, however it is called. */
export const VIRTUAL_ENVIRONMENT_MARK = "pyvenv.cfg";

/** Why an entry of this name and kind is not in a backup; null when it is. Also says what no backup may hold. */
export function leftOutKind(name: string, kind: FileKind): LeftOutKind | null {
  if (kind === "link") return "link";
  if (kind === "other") return "special";
  if (name.startsWith(TEMP_PREFIX) || name.startsWith(REMOVING_PREFIX)) return "leftover";
  // A submodule has a file of this name; on some disks any case of it is the same directory.
  if (name.toLowerCase() === ".git") return "excluded";
  if (kind === "directory" && EXCLUDED_DIRECTORIES.includes(name)) return "excluded";
  return isWritableName(name) ? null : "bad-name";
}

/** Bytes that are no UTF-8 come as U+FFFD: nobody can open such a name. */
function isWritableName(name: string): boolean {
  return name.isWellFormed() && !name.includes("\ufffd");
}
