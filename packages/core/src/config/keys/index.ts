import type { ConfigKeys } from "../config-key.ts";
import { redact, referenceFiles } from "./lists.ts";
import { baseUrl, model } from "./model.ts";
import { perDayMaxUsd, perRunMaxUsd, prices } from "./money.ts";
import { claim, enabled } from "./switches.ts";
import {
  descriptionOverlap,
  editFailureRate,
  editFailureWindowMinutes,
  maxSkillsPerRoot,
  nameOverlap,
  retentionMin,
  similarity,
} from "./thresholds.ts";
import { archiveAfterDays, intervalHours, reaskAfterDays, staleAfterDays } from "./times.ts";

/** Every key under `curator:` (CONTRACTS 11). */
export const CONFIG_KEYS: ConfigKeys = {
  enabled,
  model,
  per_run_max_usd: perRunMaxUsd,
  per_day_max_usd: perDayMaxUsd,
  interval_hours: intervalHours,
  stale_after_days: staleAfterDays,
  archive_after_days: archiveAfterDays,
  edit_failure_rate: editFailureRate,
  edit_failure_window_minutes: editFailureWindowMinutes,
  max_skills_per_root: maxSkillsPerRoot,
  similarity,
  name_overlap: nameOverlap,
  description_overlap: descriptionOverlap,
  retention_min: retentionMin,
  reask_after_days: reaskAfterDays,
  reference_files: referenceFiles,
  redact,
  claim,
  prices,
  base_url: baseUrl,
};
