import type { BackupReport, RestoreBackupReport, RootBackups } from "@metis-curate/core";

export const BACKUP_REPORT: BackupReport = {
  id: "01KBB3M8Q5T5V0Z1N9XKQ2H7RD",
  path: "/home/me/.metis/curator/backups/metis-abc/20261130T140000Z",
  created_at: "2026-11-30T14:00:00Z",
  root: "metis:abc",
  files: 12,
  directories: 5,
  bytes: 4096,
  trace_bytes: 2048,
  complete: true,
  left_out: [{ path: "skills/deploy/.git", kind: "excluded" }],
  notices: [],
};

export const RESTORE_REPORT: RestoreBackupReport = {
  backup: { id: BACKUP_REPORT.id, path: BACKUP_REPORT.path, created_at: BACKUP_REPORT.created_at },
  curator_run_id: "01KBB3M8Q5T5V0Z1N9XKQ2H7RE",
  safety_backup: "/home/me/.metis/curator/backups/metis-abc/20261201T000000Z",
  restored: ["skills/old-thing"],
  displaced: ["skills/new-thing"],
  displaced_to: "/home/me/.metis/curator/roots/metis-abc/displaced/01KBB3M8Q5T5V0Z1N9XKQ2H7RE",
  trace: { mode: "merged", events_added: 3, path: "/home/me/.metis/metis.db" },
  notices: [],
};

/** Backups that answer with canned reports and note what was asked among the curator's calls. */
export function createFakeBackups({
  calls,
}: {
  readonly calls: readonly (readonly unknown[])[];
}): RootBackups {
  const noted = calls as unknown[][];
  return {
    create: async (options) => {
      noted.push(["backup", options]);
      return { ok: true, value: BACKUP_REPORT };
    },
    restore: async (path, options) => {
      noted.push(["restore-backup", path, options]);
      return { ok: true, value: RESTORE_REPORT };
    },
  };
}
