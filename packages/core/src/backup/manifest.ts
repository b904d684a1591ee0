import { createHash } from "node:crypto";
import { formatSortedJson } from "../roots/sorted-json.ts";
import type { BackupEntry, LeftOut } from "./backup-entry.ts";

export const MANIFEST_NAME = "manifest.json";
export const TREE_NAME = "tree";
export const TRACE_NAME = "trace.db";

export interface TraceRecord {
  readonly sha256: string;
  readonly size: number;
  readonly schema_version: number;
  readonly newest_event_id: string | null;
}

/**
 * `manifest.json` of a backup; wire names. A backup is a directory: `tree/` with the files as they were,
 * `trace.db` with the whole trace, and this list. It is written last, so a backup without it is none.
 */
export interface BackupManifest {
  readonly schema_version: "1";
  readonly id: string;
  readonly created_at: string;
  readonly program_version: string;
  readonly root: { readonly key: string; readonly layout: string; readonly scope: string };
  /** False when something could not be read. */
  readonly complete: boolean;
  readonly trace: TraceRecord | null;
  readonly entries: readonly BackupEntry[];
  readonly left_out: readonly LeftOut[];
}

/** Returns the text of a manifest, its own checksum included. */
export function formatManifest(manifest: BackupManifest): string {
  return formatSortedJson({ ...manifest, checksum: manifestChecksum(manifest) });
}

/** SHA-256 over the manifest without its checksum: a changed digit of a mode is found too. */
export function manifestChecksum(manifest: BackupManifest): string {
  return createHash("sha256").update(formatSortedJson(manifest)).digest("hex");
}
