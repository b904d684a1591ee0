import type { ActionDeps } from "../actions/index.ts";
import type { TraceBackup } from "../ports/trace-backup.ts";

/** What backups need of the world. */
export interface BackupDeps extends Omit<ActionDeps, "logger"> {
  readonly traceBackup: TraceBackup;
  readonly isTraceAbsent: () => boolean;
  /** Of the program, for the manifest. */
  readonly programVersion: string;
}
