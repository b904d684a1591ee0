import { displacedDir, type RestoreChange } from "../../backup/index.ts";
import type { RestoreBackupReport } from "../root-backups.ts";
import type { Restoring } from "./restoring.ts";

export interface RestoreDone {
  /** Id of the restore, and the run id of its events. */
  readonly id: string;
  readonly changes: readonly RestoreChange[];
  readonly safetyBackup: string;
  readonly trace: RestoreBackupReport["trace"];
}

/** What a restore did. */
export function restoreReport(restoring: Restoring, done: RestoreDone): RestoreBackupReport {
  const { changes, id } = done;
  const moved = changes.some((change) => change.kind === "entry" && change.isTaken);
  const gone = changes.filter((change) => change.kind === "entry" && change.wanted === null);
  return {
    backup: backupOf(restoring),
    curator_run_id: id,
    safety_backup: done.safetyBackup,
    restored: changes.filter((change) => !gone.includes(change)).map(({ path }) => path),
    displaced: gone.map(({ path }) => path),
    displaced_to: moved ? displacedDir(restoring.deps.root, id) : null,
    trace: done.trace,
    notices: restoring.notices,
  };
}

/** The report of a restore that found everything as in the backup. */
export function nothingToRestore(restoring: Restoring): RestoreBackupReport {
  return {
    backup: backupOf(restoring),
    curator_run_id: null,
    safety_backup: null,
    restored: [],
    displaced: [],
    displaced_to: null,
    trace: { mode: "left", events_added: 0, path: null },
    notices: restoring.notices,
  };
}

function backupOf({ path, manifest }: Restoring): RestoreBackupReport["backup"] {
  return { id: manifest.id, path, created_at: manifest.created_at };
}
