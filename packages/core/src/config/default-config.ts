import type { Usd } from "../money/usd.ts";
import type { CuratorConfig } from "./curator-config.ts";
import { CONFIG_KEYS } from "./keys/index.ts";

/** What applies where no layer says otherwise (CONTRACTS 11). */
export const DEFAULT_CONFIG: CuratorConfig = Object.freeze(
  Object.fromEntries(Object.values(CONFIG_KEYS).map((key) => [key.name, key.initial])),
) as unknown as CuratorConfig;

/** The seven caps of S1 7.1, as `curator.run_started` carries them. */
export interface ConfigSnapshot {
  readonly per_run_max_usd: Usd;
  readonly per_day_max_usd: Usd;
  readonly interval_hours: number;
  readonly stale_after_days: number;
  readonly archive_after_days: number;
  readonly edit_failure_rate: number;
  readonly max_skills_per_root: number;
}

/** The caps frozen for one run; USD as strings with the digits they were configured with. */
export function configSnapshot(config: CuratorConfig): ConfigSnapshot {
  return {
    per_run_max_usd: config.per_run_max_usd,
    per_day_max_usd: config.per_day_max_usd,
    interval_hours: config.interval_hours,
    stale_after_days: config.stale_after_days,
    archive_after_days: config.archive_after_days,
    edit_failure_rate: config.edit_failure_rate,
    max_skills_per_root: config.max_skills_per_root,
  };
}
