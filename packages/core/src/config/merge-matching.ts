import * as v from "valibot";
import { type ConfigError, keyError, showValue } from "./config-error.ts";
import { decodeConfigText } from "./decode-config-text.ts";
import { insideGlobs } from "./keys/lists.ts";
import { DEFAULT_MATCHING, type MatchingConfig } from "./matching-config.ts";
import type { ConfigLayer, ConfigLayerKind } from "./merge-config.ts";
import { mergeSection, type SectionKeys } from "./merge-section.ts";

export type MergedMatching =
  | { readonly ok: true; readonly config: MatchingConfig }
  | { readonly ok: false; readonly errors: readonly ConfigError[] };

const TOP_K_MAX = 50;
const PROFILES_MAX = 1_000;
const PROFILE_SKILLS_MAX = 1_000;
const RANK: Readonly<Record<ConfigLayerKind, number>> = { global: 0, workspace: 1, explicit: 2, flags: 3 };
const PLACE = "set it in ~/.metis/config.yaml or with --config";

type Matching = Omit<MatchingConfig, "profiles">;

const share = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1));

/** Every key under `matching:`. */
export const MATCHING_KEYS: SectionKeys<Matching> = {
  embedder: {
    allowed: "use-lite, lexical, transformers:<model> or openai-compatible:<model>",
    schema: v.pipe(
      v.string(),
      v.regex(/^(?:use-lite|lexical|transformers(?::[^\s:]\S*)?|openai-compatible:[^\s:]\S*)$/),
    ),
  },
  embedder_base_url: {
    allowed: "an http or https URL, or null",
    schema: v.nullable(v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/]\S*$/))),
  },
  threshold: { allowed: "a number from 0 to 1, without quotes", schema: share },
  weights: {
    allowed: "a mapping of similarity (above 0), effectiveness and profile to numbers from 0 to 1",
    schema: v.strictObject({
      similarity: v.pipe(share, v.gtValue(0)),
      effectiveness: v.optional(share, DEFAULT_MATCHING.weights.effectiveness),
      profile: v.optional(share, DEFAULT_MATCHING.weights.profile),
    }),
  },
  top_k: {
    allowed: `a whole number from 1 to ${TOP_K_MAX}, without quotes`,
    schema: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(TOP_K_MAX)),
  },
  store_task: { allowed: "text or hash", schema: v.picklist(["text", "hash"]) },
  flat_skills: {
    allowed: "a list of globs inside the workspace: not absolute, no .., no ~",
    schema: insideGlobs,
  },
  agent_files: {
    allowed: "a list of globs inside the workspace: not absolute, no .., no ~",
    schema: insideGlobs,
  },
};

/** `profiles:`: lists of skill names by profile. */
export const PROFILES_SCHEMA = v.pipe(
  v.record(
    v.pipe(v.string(), v.nonEmpty()),
    v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.maxLength(PROFILE_SKILLS_MAX)),
  ),
  v.maxEntries(PROFILES_MAX),
);

/**
 * Merges `matching:` and `profiles:` of the layers over the defaults, in the order of `mergeConfig`; a later layer
 * replaces a key, or a profile, as a whole. A workspace's own file may say neither: it is untrusted (CONTRACTS 11).
 * A file that cannot be decoded is `mergeConfig`'s to report. All errors are returned, each one line.
 */
export function mergeMatchingConfig(layers: readonly ConfigLayer[]): MergedMatching {
  let config = DEFAULT_MATCHING;
  const errors: ConfigError[] = [];
  for (const layer of layers.toSorted((a, b) => RANK[a.kind] - RANK[b.kind])) {
    const { matching, profiles } = sectionsOf(layer);
    if (layer.kind === "workspace") {
      errors.push(...refuseSections(layer, { matching, profiles }));
      continue;
    }
    config = mergeSection("matching", MATCHING_KEYS, config, layer, matching, errors);
    config = applyProfiles(config, layer, profiles, errors);
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, config };
}

interface Sections {
  readonly matching: unknown;
  readonly profiles: unknown;
}

function sectionsOf({ content, path }: ConfigLayer): Sections {
  if ("values" in content) return { matching: undefined, profiles: undefined };
  const decoded = decodeConfigText(content.text, path);
  const others = decoded.ok ? decoded.others : {};
  return { matching: others["matching"], profiles: others["profiles"] };
}

function refuseSections(layer: ConfigLayer, sections: Sections): readonly ConfigError[] {
  return Object.entries(sections)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name]) => keyError(layer.path, name, `is not allowed in a workspace's file; ${PLACE}`));
}

function applyProfiles(
  below: MatchingConfig,
  layer: ConfigLayer,
  section: unknown,
  errors: ConfigError[],
): MatchingConfig {
  if (section === undefined || section === null) return below;
  const decoded = v.safeParse(PROFILES_SCHEMA, section);
  if (decoded.success) return { ...below, profiles: { ...below.profiles, ...decoded.output } };
  const allowed = "a mapping of profile names to lists of skill names";
  errors.push(keyError(layer.path, "profiles", `${showValue(section)} is not allowed; allowed: ${allowed}`));
  return below;
}
