/**
 * Where the files of a backup belong: `skills` and `archive` are trees, `curator` holds `state.json`, `home`
 * holds `facts.json`. An entry's path begins with its area.
 */
export const BACKUP_AREAS = ["skills", "archive", "curator", "home"] as const;
export type BackupArea = (typeof BACKUP_AREAS)[number];

export const STATE_ENTRY = "curator/state.json";
export const FACTS_ENTRY = "home/facts.json";

export type BackupEntry =
  | { readonly kind: "directory"; readonly path: string; readonly mode: number }
  | {
      readonly kind: "file";
      readonly path: string;
      readonly mode: number;
      readonly size: number;
      /** SHA-256 of the bytes, hex. */
      readonly sha256: string;
    };

/** A file or directory that was found, before it is read. */
export interface FoundEntry {
  readonly kind: "file" | "directory";
  readonly path: string;
  readonly mode: number;
  /** 0 for a directory. */
  readonly size: number;
}

/**
 * Why something is not in a backup: a link (never followed), a device, socket or FIFO, what a tool makes anew
 * (`.git`, virtual environments, `node_modules`), what may not be read, a directory of the archive without
 * SKILL.md, a name that differs from another only by case or Unicode form, a name nobody can write down, a
 * leftover of ours.
 */
export const LEFT_OUT_KINDS = [
  "link",
  "special",
  "excluded",
  "unreadable",
  "no-archived-skill",
  "name-collision",
  "bad-name",
  "leftover",
] as const;
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];

export interface LeftOut {
  readonly path: string;
  readonly kind: LeftOutKind;
}

/** Names that one file system takes for another are equal here. */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
