import type { AnalyticsReader, Clock, Logger } from "@metis-curate/core";

/** Skills of the served root at this moment. */
export interface SkillCounts {
  readonly pinned: number;
  readonly archived: number;
  readonly active: number;
}

/** What the app needs; it has no other way to the world. */
export interface CuratorAppDeps {
  readonly trace: AnalyticsReader;
  /** The served root. */
  readonly root: { readonly key: string };
  countSkills(): Promise<SkillCounts>;
  readonly clock: Clock;
  /** Version of the price table in force, such as `2026-05-08`. */
  readonly pricingVersion: string;
  /** Version of the program. */
  readonly version: string;
  readonly logger?: Logger;
}
