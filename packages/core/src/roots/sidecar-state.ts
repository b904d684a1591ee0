export type SkillOrigin = "manual" | "auto_generated" | "imported" | "curator_generated";

export interface ArchiveRecord {
  /** Directory name inside the archive root: what `restore` accepts. */
  readonly id: string;
  readonly kind: "archive" | "edit";
  /** ISO-8601 UTC. */
  readonly at: string;
  /** Relative to the skills directory, `/`-separated. */
  readonly original_path: string;
}

/** One skill's annotations in `state.json`; wire names (CONTRACTS 3, S1 5.1). */
export interface SidecarSkill {
  readonly pinned: boolean;
  readonly pinned_at_iso: string | null;
  readonly pinned_by: string | null;
  readonly origin: SkillOrigin;
  readonly consolidated_from: readonly string[] | null;
  /** Relative to the directory that holds `.metis`, with a trailing slash; null while the skill is not archived. */
  readonly archive_path: string | null;
  readonly draft?: boolean;
  readonly suggested_description?: string;
  readonly archives?: readonly ArchiveRecord[];
  /**
   * The operator said no to this skill. Additive to CONTRACTS 3: `origin: "manual"` alone cannot tell a skill that
   * was disowned from one that was written by hand, and a later save or import of the name would overwrite it. Kept
   * when nothing else is, so that the prohibition travels with the repository; only forbids, never permits.
   */
  readonly disowned?: true;
}

export interface SidecarState {
  readonly schema_version: "1";
  readonly last_curation_at_iso: string | null;
  readonly skills: Readonly<Record<string, SidecarSkill>>;
  readonly disabled?: boolean;
  readonly paused_at_iso?: string | null;
}
