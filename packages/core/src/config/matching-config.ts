/** The sections `matching:` and `profiles:` after merging all layers (CONTRACTS 13). Field names are the config keys. */
export interface MatchingConfig {
  /** `use-lite`, `lexical`, `transformers:<model>` or `openai-compatible:<model>` (CONTRACTS 13.8). */
  readonly embedder: string;
  /** Of an `openai-compatible` embedder. */
  readonly embedder_base_url: string | null;
  /** Scores below it are a gap. */
  readonly threshold: number;
  readonly weights: MatchingWeights;
  /** Skills named in an answer. */
  readonly top_k: number;
  /** What of a task is kept in the trace (CONTRACTS 13.1). */
  readonly store_task: "text" | "hash";
  /** Globs of flat `*.md` skills, relative to the directory that holds the root's layout. */
  readonly flat_skills: readonly string[];
  /** Globs of agent files whose `expected_skills` are a profile, relative likewise. */
  readonly agent_files: readonly string[];
  /** `profiles:`: names of skills by profile. */
  readonly profiles: Readonly<Record<string, readonly string[]>>;
}

/** Shares of the score (CONTRACTS 13.2); renormalised, so that only their proportions count. */
export interface MatchingWeights {
  readonly similarity: number;
  readonly effectiveness: number;
  readonly profile: number;
}

/** What applies where no layer says otherwise. */
export const DEFAULT_MATCHING: MatchingConfig = Object.freeze({
  embedder: "use-lite",
  embedder_base_url: null,
  threshold: 0.5,
  weights: { similarity: 0.6, effectiveness: 0.2, profile: 0.2 },
  top_k: 3,
  store_task: "text",
  flat_skills: [],
  agent_files: [".kiro/agents/*.json", ".claude/agents/*.md", ".github/agents/*.md", ".opencode/agent/*.md"],
  profiles: {},
});
