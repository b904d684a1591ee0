import type { MatcherDeps, Outcome, SkillCurator, SkillMatcher, SkillScout } from "@metis-curate/core";
import type { OpenCuratorOptions } from "./curator-opener.ts";

export interface OpenedMatcher {
  readonly matcher: SkillMatcher;
  /** The curators of the same roots, the first root first: for archive, promote and restore. */
  readonly curators: readonly { readonly rootKey: string; readonly curator: SkillCurator }[];
  /** What the matcher was made from. */
  readonly deps: MatcherDeps;
  /** Looks in public collections for the first root; refuses a bad configuration. Sends nothing yet. */
  scout(): Outcome<SkillScout>;
  /** Closes the indexes and the trace. Called exactly once. */
  close(): void;
}

/** Opens the matcher over a workspace's root and the global one, or refuses (no library, bad config, …). */
export type OpenMatcher = (options: OpenCuratorOptions) => Promise<Outcome<OpenedMatcher>>;
