import { BACKUP_BYTES_MAX, type BackupManifest, writeBackup } from "../../backup/index.ts";
import { sweepLeftovers, wouldLieInside } from "../../roots/tree/index.ts";
import { backupsDir, chooseTarget } from "../backup-places.ts";
import { holdForBackup } from "../hold-for-backup.ts";
import { done } from "../refusals.ts";
import type { BackupOptions, BackupReport, RootBackupDeps } from "../root-backups.ts";
import type { Outcome } from "../skill-curator.ts";

/** Writes and verifies a backup of the root and the trace; nothing in the library changes. */
export function backupRoot(deps: RootBackupDeps, options: BackupOptions): Promise<Outcome<BackupReport>> {
  return holdForBackup(deps, async (notices) => {
    const { fs, root, clock } = deps;
    const target = chooseTarget(fs, root, clock.nowUs(), options.out);
    if (!target.ok) return target;
    // The lock is ours, so what a killed backup of this root left is nobody's.
    sweepLeftovers(fs, backupsDir(root));
    const manifest = await writeBackup(deps, {
      target: target.value,
      withTrace: options.withTrace ?? true,
      bytesMax: options.bytesMax ?? BACKUP_BYTES_MAX,
    });
    return done(reportOf(manifest, target.value, [...notices, ...placeNotices(deps, target.value)]));
  });
}

function placeNotices({ fs, root }: RootBackupDeps, path: string): readonly string[] {
  if (root.scope === "global" || !wouldLieInside(fs, root.base, path)) return [];
  return [
    `${path} lies in the workspace: keep it out of version control, its trace tells of other libraries too`,
  ];
}

function reportOf(manifest: BackupManifest, path: string, notices: readonly string[]): BackupReport {
  const files = manifest.entries.filter((entry) => entry.kind === "file");
  return {
    id: manifest.id,
    path,
    created_at: manifest.created_at,
    root: manifest.root.key,
    files: files.length,
    directories: manifest.entries.length - files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    trace_bytes: manifest.trace?.size ?? null,
    complete: manifest.complete,
    left_out: manifest.left_out,
    notices,
  };
}
