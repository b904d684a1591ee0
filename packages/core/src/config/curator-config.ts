import type { Usd } from "../money/usd.ts";

/** The `curator:` section after merging all layers (CONTRACTS 11). Field names are the config keys. */
export interface CuratorConfig {
  readonly enabled: boolean;
  readonly model: string;
  readonly per_run_max_usd: Usd;
  readonly per_day_max_usd: Usd;
  readonly interval_hours: number;
  readonly stale_after_days: number;
  readonly archive_after_days: number;
  readonly edit_failure_rate: number;
  readonly edit_failure_window_minutes: number;
  readonly max_skills_per_root: number;
  readonly similarity: "lexical" | "hybrid";
  readonly name_overlap: number;
  readonly description_overlap: number;
  readonly retention_min: number;
  readonly reask_after_days: number;
  readonly reference_files: readonly string[];
  readonly redact: readonly string[];
  readonly claim: "ask" | "auto";
  readonly prices: Readonly<Record<string, PriceOverlay>>;
  readonly base_url: string | null;
}

/** USD per million tokens, as decimal strings. */
export interface PriceOverlay {
  readonly input: string;
  readonly output: string;
  readonly cache_read?: string;
  readonly cache_write?: string;
}
