import type { ConfiguredEmbedder, MatchingConfig } from "@metis-curate/core";
import { createEmbedder } from "@metis-curate/models";

/** The embedder of a configuration, or none with the one line why. Loads and sends nothing yet. */
export function chooseEmbedder(
  { embedder, embedder_base_url }: Pick<MatchingConfig, "embedder" | "embedder_base_url">,
  env: Readonly<Record<string, string | undefined>>,
): ConfiguredEmbedder {
  return createEmbedder(embedder, env, { baseUrl: embedder_base_url });
}
