import type { ArchiveRecord, SkillOrigin } from "../roots/sidecar-state.ts";
import type { Diagnostic } from "../skills/skill.ts";

/** `--list --json` (CONTRACTS 11); wire names. */
export interface ListReport {
  readonly root: {
    readonly key: string;
    readonly scope: string;
    readonly layout: string;
    readonly path: string;
  };
  readonly last_curation_at: string | null;
  /** Number of unfinished actions the next run will recover. */
  readonly unfinished: number;
  readonly skills: readonly ListedSkill[];
  readonly archives: readonly ListedArchive[];
  readonly skipped: readonly (Diagnostic & { readonly path: string })[];
}

export interface ListedSkill {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly origin: SkillOrigin | "unknown";
  readonly state: "active" | "stale" | "archived" | "draft";
  readonly pinned: boolean;
  readonly touchable: boolean;
  readonly reason: string;
  readonly last_loaded_at: string | null;
  readonly loads_in_window: number;
  readonly inactive_days: number | null;
  readonly idle_days: number | null;
  readonly effectiveness: number | null;
  readonly skill_version: string | null;
  readonly size_tokens: number | null;
  readonly consolidated_from: readonly string[];
  readonly archive_path: string | null;
  readonly suggested_description: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

export type ListedArchive = Omit<ArchiveRecord, "original_path"> & { readonly skill: string };
