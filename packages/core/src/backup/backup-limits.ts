/** Bytes of files and trace that a backup may hold unless the operator raises it. */
export const BACKUP_BYTES_MAX = 1024 ** 3;
/** Files and directories of one backup. */
export const BACKUP_ENTRIES_MAX = 200_000;
/** Directories above one another inside an area. */
export const BACKUP_DEPTH_MAX = 64;
/** A larger `manifest.json` is not one of ours. */
export const MANIFEST_BYTES_MAX = 64 * 1024 ** 2;
/** How often files that change while they are copied are copied anew. */
export const COPY_ATTEMPTS_MAX = 3;
/** Events of one root that a restore brings back; more are a matter for the database itself. */
export const RESTORED_EVENTS_MAX = 500_000;
/** How often something that appears at a place meanwhile is moved away before the restore gives up. */
export const DISPLACE_ATTEMPTS_MAX = 5;
