import * as v from "valibot";
import { type ConfigError, keyError } from "./config-error.ts";
import { decodeConfigText } from "./decode-config-text.ts";
import type { ConfigLayer, ConfigLayerKind } from "./merge-config.ts";
import { mergeSection, type SectionKeys } from "./merge-section.ts";

/** The section `scout:` after merging all layers (CONTRACTS 13.7). Field names are the config keys. */
export interface ScoutConfig {
  /** Address of skills.sh; null is the public one. */
  readonly skills_sh_url: string | null;
  /** Address of GitHub's REST API; null is the public one. */
  readonly github_url: string | null;
  /** How long one request may take. */
  readonly timeout_seconds: number;
}

/** What applies where no layer says otherwise. */
export const DEFAULT_SCOUT: ScoutConfig = Object.freeze({
  skills_sh_url: null,
  github_url: null,
  timeout_seconds: 10,
});

export type MergedScout =
  | { readonly ok: true; readonly config: ScoutConfig }
  | { readonly ok: false; readonly errors: readonly ConfigError[] };

const TIMEOUT_SECONDS_MAX = 120;
const RANK: Readonly<Record<ConfigLayerKind, number>> = { global: 0, workspace: 1, explicit: 2, flags: 3 };
const PLACE = "set it in ~/.metis/config.yaml or with --config";

const url = {
  allowed: "an http or https URL without a query, or null",
  schema: v.nullable(
    v.pipe(
      v.string(),
      v.regex(/^https?:\/\/[^\s/?#@][^\s?#@]*$/),
      v.check((text) => URL.canParse(text)),
    ),
  ),
};

/** Every key under `scout:`. */
export const SCOUT_KEYS: SectionKeys<ScoutConfig> = {
  skills_sh_url: url,
  github_url: url,
  timeout_seconds: {
    allowed: `a number above 0, at most ${TIMEOUT_SECONDS_MAX}, without quotes`,
    schema: v.pipe(v.number(), v.finite(), v.gtValue(0), v.maxValue(TIMEOUT_SECONDS_MAX)),
  },
};

/**
 * Merges `scout:` of the layers over the defaults. A workspace's own file may not say it: where queries and a token go
 * is the operator's to say (CONTRACTS 11). A file that cannot be decoded is `mergeConfig`'s to report. All errors are
 * returned, each one line.
 */
export function mergeScoutConfig(layers: readonly ConfigLayer[]): MergedScout {
  let config = DEFAULT_SCOUT;
  const errors: ConfigError[] = [];
  for (const layer of layers.toSorted((a, b) => RANK[a.kind] - RANK[b.kind])) {
    const section = sectionOf(layer);
    if (section === undefined || section === null) continue;
    if (layer.kind === "workspace") {
      errors.push(keyError(layer.path, "scout", `is not allowed in a workspace's file; ${PLACE}`));
    } else config = mergeSection("scout", SCOUT_KEYS, config, layer, section, errors);
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, config };
}

function sectionOf({ content, path }: ConfigLayer): unknown {
  if ("values" in content) return undefined;
  const decoded = decodeConfigText(content.text, path);
  return decoded.ok ? decoded.others["scout"] : undefined;
}
