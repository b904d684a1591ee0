import type { MatchingConfig } from "../../config/matching-config.ts";
import type { CuratorDeps } from "../../curator/curator-deps.ts";
import type { ConfiguredEmbedder } from "../../ports/embedder.ts";
import type { SkillIndex } from "../../ports/skill-index.ts";
import type { SkillRanker } from "../rank/skill-ranker.ts";

/** One root that is matched over. */
export interface MatcherRoot {
  readonly curator: CuratorDeps;
  readonly index: SkillIndex;
}

/** Everything a matcher needs of the world, wired once by the CLI, the MCP server or a service. */
export interface MatcherDeps {
  /** The first root: its trace, clock and ids serve all, its key is in the events, it wins on a name. */
  readonly main: MatcherRoot;
  /** Further roots, usually the global one. */
  readonly others: readonly MatcherRoot[];
  readonly config: MatchingConfig;
  readonly embedder: ConfiguredEmbedder;
  /** Further directories whose `matching.agent_files` are looked into: the home directory. */
  readonly agentBases?: readonly string[];
  /** Default: `defaultRanker`. */
  readonly ranker?: SkillRanker;
}

export function allRoots({ main, others }: MatcherDeps): readonly MatcherRoot[] {
  return [main, ...others];
}
