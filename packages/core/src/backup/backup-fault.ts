export type BackupFaultKind =
  /** There is no backup at the path. */
  | "not-a-backup"
  /** It is one, but not as it was written: a file is missing, changed, or not listed. */
  | "damaged"
  /** It names something that no backup of ours names: a path outside, a link, a name twice. */
  | "hostile"
  | "too-large"
  /** It was taken of another library. */
  | "other-root";

/** Thrown inside the room for what is wrong with a backup; it leaves the room as a refusal. */
export class BackupFault extends Error {
  override readonly name = "BackupFault";
  readonly kind: BackupFaultKind;

  constructor(kind: BackupFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
