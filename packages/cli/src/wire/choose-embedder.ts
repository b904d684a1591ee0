import type { ConfiguredEmbedder, MatchingConfig } from "@metis-curate/core";

/** The embedder of a configuration, or none with the one line why. */
export function chooseEmbedder({ embedder }: MatchingConfig): ConfiguredEmbedder {
  if (embedder === "lexical") return { kind: "none", id: embedder, message: null };
  return {
    kind: "none",
    id: embedder,
    message: `embedder ${embedder} is not part of this build, so tasks are matched by words`,
  };
}
