/** Stands in every file and block of ours, so that nothing else is ever replaced or taken away. */
export const SERVICE_MARK = "made by metis-curate, which takes it away again with --uninstall";

/** A file that a service manager reads. */
export interface UnitFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}
