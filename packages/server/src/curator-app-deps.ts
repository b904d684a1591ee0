import type {
  AnalyticsReader,
  Clock,
  LibraryReader,
  Logger,
  SecretFinder,
  SkillCounts,
} from "@metis-curate/core";
import type { AccessPolicy } from "@metis-curate/http";

/** What the app needs; it has no other way to the world. */
export interface CuratorAppDeps {
  readonly trace: AnalyticsReader;
  /** The served root. */
  readonly root: { readonly key: string };
  /** Its skills at this moment. May throw `LibraryUnavailable`. */
  countSkills(): Promise<SkillCounts>;
  /** The served root's skills, plans and history; see `createLibraryReader`. */
  readonly library: LibraryReader;
  /** Finds what no page may show. */
  readonly secrets: SecretFinder;
  readonly clock: Clock;
  /** Version of the price table in force, such as `2026-05-08`. */
  readonly pricingVersion: string;
  /** Version of the program. */
  readonly version: string;
  /** How a person calls this root on the command line, such as `metis-curate .`. */
  readonly commandLine: string;
  /** Who may ask. Absent: whoever reaches it under a loopback name, without a token. */
  readonly access?: AccessPolicy;
  readonly logger?: Logger;
}
