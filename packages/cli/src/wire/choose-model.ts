import type { ConfiguredModel } from "@metis-curate/core";
import { createModel } from "@metis-curate/models";

/**
 * The model of a configured id such as `rules` or `anthropic:claude-haiku-4-5`, or one line why there is none. `baseUrl` is
 * `curator.base_url`, which no file of a workspace can set.
 */
export function chooseModel(
  id: string,
  env: Readonly<Record<string, string | undefined>>,
  baseUrl: string | null = null,
): ConfiguredModel {
  return createModel(id, env, { baseUrl });
}
