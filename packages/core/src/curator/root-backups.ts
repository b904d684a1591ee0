import type { LeftOut } from "../backup/index.ts";
import type { TraceBackup } from "../ports/trace-backup.ts";
import { backupRoot } from "./acts/backup-root.ts";
import { restoreBackup } from "./acts/restore-backup.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import type { Outcome } from "./skill-curator.ts";

/** What backups of one root need beside its curator. */
export interface RootBackupDeps extends CuratorDeps {
  readonly traceBackup: TraceBackup;
  readonly programVersion: string;
}

export interface BackupOptions {
  /** Absolute: an existing directory to make the backup in, or its own name. Default below the home directory. */
  readonly out?: string;
  /** Default true. */
  readonly withTrace?: boolean;
  /** Bytes of files and trace together; default `BACKUP_BYTES_MAX`. */
  readonly bytesMax?: number;
}

/** A backup's `--json`; wire names. */
export interface BackupReport {
  readonly id: string;
  /** Absolute directory. */
  readonly path: string;
  readonly created_at: string;
  readonly root: string;
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
  /** Null when it holds no trace. */
  readonly trace_bytes: number | null;
  /** False when something could not be read. */
  readonly complete: boolean;
  readonly left_out: readonly LeftOut[];
  readonly notices: readonly string[];
}

export interface RestoreBackupOptions {
  /** False leaves the trace alone but for the events of the restore itself. Default true. */
  readonly withTrace?: boolean;
  readonly bytesMax?: number;
}

/** A restore's `--json`; wire names. */
export interface RestoreBackupReport {
  readonly backup: { readonly id: string; readonly path: string; readonly created_at: string };
  /** Run id of its events; null when there was nothing to do. */
  readonly curator_run_id: string | null;
  /** The library as it was before; null when there was nothing to do. */
  readonly safety_backup: string | null;
  /** Paths put back, as `skills/deploy`. */
  readonly restored: readonly string[];
  /** Paths of what was there and is not in the backup. */
  readonly displaced: readonly string[];
  /** Where everything that was moved away lies; null when nothing was. */
  readonly displaced_to: string | null;
  readonly trace: {
    /** `put-back`: there was no database. `merged`: the events that it lacked. `left`: nothing was asked or there. */
    readonly mode: "put-back" | "merged" | "left";
    readonly events_added: number;
    /** Where it lies; null when nothing was done. */
    readonly path: string | null;
  };
  readonly notices: readonly string[];
}

/** Backups of one root (docs/reliability.md). */
export interface RootBackups {
  /** Refusals: `locked`, `unfinished`, `bad-target`, `too-large`, `trace`, `unwritable`, `failed`. */
  create(options?: BackupOptions): Promise<Outcome<BackupReport>>;
  /**
   * Makes the root as a backup says, all or nothing, after a backup of the present. Refusals: those of `create`,
   * and `not-a-backup`, `damaged`, `hostile`, `other-root`, `other-version`.
   */
  restore(path: string, options?: RestoreBackupOptions): Promise<Outcome<RestoreBackupReport>>;
}

/** The backups of one root, from its ports. */
export function createRootBackups(deps: RootBackupDeps): RootBackups {
  return {
    create: (options = {}) => backupRoot(deps, options),
    restore: (path, options = {}) => restoreBackup(deps, path, options),
  };
}
