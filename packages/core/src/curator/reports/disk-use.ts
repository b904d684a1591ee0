import { displacedDir } from "../../backup/restore-journal.ts";
import { treeSize } from "../../roots/tree/index.ts";
import { backupsDir } from "../backup-places.ts";
import type { CuratorDeps } from "../curator-deps.ts";
import type { StatusReport } from "../skill-curator.ts";

/** What a library takes on the disk besides its skills; what cannot be looked at counts nothing (CONTRACTS 10.7). */
export function diskUse({
  fs,
  root,
}: CuratorDeps): Pick<StatusReport, "archive_bytes" | "backups_bytes" | "displaced_bytes"> {
  const bytes = (directory: string): number => treeSize(fs, directory).bytes;
  return {
    archive_bytes: bytes(root.archiveDir),
    backups_bytes: bytes(backupsDir(root)),
    displaced_bytes: bytes(displacedDir(root)),
  };
}
