import type { CuratorDeps } from "../curator/curator-deps.ts";
import type { Outcome } from "../curator/skill-curator.ts";
import type { SkillRanker } from "../matching/rank/skill-ranker.ts";
import type { GapsReport } from "../matching/skill-matcher.ts";
import type { ConfiguredEmbedder } from "../ports/embedder.ts";
import type { SkillSource } from "../ports/skill-source.ts";

/** Everything a scout needs of the world, wired once by the CLI, the MCP server or a service. */
export interface ScoutDeps {
  /** The library that skills are adopted into; its trace keeps what was found. */
  readonly curator: CuratorDeps;
  readonly sources: readonly SkillSource[];
  /** The open gaps. */
  readonly gaps: () => Promise<Outcome<GapsReport>>;
  readonly embedder: ConfiguredEmbedder;
  /** Default: `defaultRanker`. */
  readonly ranker?: SkillRanker;
  /** Why nothing can be adopted here; null when it can. */
  readonly adoptRefusal: string | null;
}
