import type * as v from "valibot";
import type { CuratorConfig } from "./curator-config.ts";
import { CONFIG_KEYS } from "./keys/index.ts";
import { DEFAULT_MATCHING, type MatchingConfig } from "./matching-config.ts";
import { MATCHING_KEYS, PROFILES_SCHEMA } from "./merge-matching.ts";
import { DEFAULT_SCOUT, SCOUT_KEYS, type ScoutConfig } from "./merge-scout.ts";

/** One key of the configuration, for people and for their editors. */
export interface ConfigKeyGuide {
  readonly name: string;
  /** One sentence. */
  readonly meaning: string;
  /** Of a number or an amount; null where there is none. */
  readonly unit: string | null;
  readonly initial: unknown;
  readonly allowed: string;
  /** What a workspace's own file may do; null where it may not set the key (CONTRACTS 11). */
  readonly inWorkspace: string | null;
  /** Decodes the value as written; numbers of `curator:` are `NumberLiteral`. */
  readonly schema: v.GenericSchema;
}

/** One top-level section. */
export interface ConfigSectionGuide {
  readonly name: string;
  readonly meaning: string;
  /** Empty for a section whose keys are the operator's own words. */
  readonly keys: readonly ConfigKeyGuide[];
  /** Of the whole section, where it has no keys of ours. */
  readonly schema: v.GenericSchema | null;
}

type Words<K extends PropertyKey> = Readonly<Record<K, readonly [meaning: string, unit?: string]>>;

const CURATOR_WORDS: Words<keyof CuratorConfig> = {
  enabled: ["Off: no run starts by itself, and an explicit one needs `--force`."],
  model: ["The model that judges. `rules` needs no key and no network, and costs nothing."],
  per_run_max_usd: ["Hard cap of one run.", "USD"],
  per_day_max_usd: ["Hard cap of a calendar day in UTC, for each library.", "USD"],
  interval_hours: ["Least time between two runs that nobody asked for.", "hours"],
  stale_after_days: ["Idle for so long, a skill is shown as stale.", "days"],
  archive_after_days: ["Idle for so long, a skill is a candidate for the archive.", "days"],
  edit_failure_rate: [
    "Share of the sessions with a tool failure after a load, from which a skill is a candidate for an edit.",
    "share, 0 to 1",
  ],
  edit_failure_window_minutes: ["How long after a load a tool failure counts against the skill.", "minutes"],
  max_skills_per_root: ["Candidates of each kind in one run.", "skills"],
  similarity: [
    "How near-duplicates are found: `lexical` by the words of names and descriptions, `hybrid` also by phrases that bodies share.",
  ],
  name_overlap: ["Names with this share of words in common are near-duplicates.", "share, 0 to 1"],
  description_overlap: [
    "Descriptions with this share of words in common are near-duplicates.",
    "share, 0 to 1",
  ],
  retention_min: [
    "Share of commands, code blocks, links and file references that a merge must keep.",
    "share, 0 to 1",
  ],
  reask_after_days: [
    "How long a model's no stands while nothing changed; 0 asks at every run. Never for `rules`.",
    "days",
  ],
  reference_files: ["Files whose mention of a skill protects it."],
  redact: ["Regular expressions that are taken out of recorded reasons."],
  claim: [
    "Whose a skill is that an agent wrote with its own file tool: `ask` waits for `adopt`, `auto` lets the curator look after it.",
  ],
  prices: ["Prices of models, over the built-in table.", "USD per million tokens"],
  base_url: ["Where the model answers; null is the provider's own address."],
};

const MATCHING_WORDS: Words<keyof Omit<MatchingConfig, "profiles">> = {
  embedder: ["What compares meanings: `lexical` compares words alone, `use-lite` needs no network."],
  embedder_base_url: ["Where an `openai-compatible` embedder answers."],
  threshold: ["A best score below it is a gap.", "share, 0 to 1"],
  weights: ["Shares of a score; only their proportions count."],
  top_k: ["Skills named in an answer.", "skills"],
  store_task: ["What the trace keeps of a task: its text without credentials, or a hash."],
  flat_skills: ["Single `*.md` files that are skills too."],
  agent_files: ["Agent files whose `expected_skills` are a profile."],
};

const SCOUT_WORDS: Words<keyof ScoutConfig> = {
  skills_sh_url: ["Address of skills.sh; null is the public one."],
  github_url: ["Address of the REST API of GitHub; null is the public one."],
  timeout_seconds: ["How long one request may take.", "seconds"],
};

/** Every section of `config.yaml`, with every key in the order of the reference. */
export const CONFIG_GUIDE: readonly ConfigSectionGuide[] = [
  {
    name: "curator",
    meaning: "What runs may do and spend.",
    keys: Object.values(CONFIG_KEYS).map((key) => ({
      ...wordsOf(CURATOR_WORDS[key.name]),
      name: key.name,
      initial: key.initial,
      allowed: key.allowed,
      inWorkspace: key.workspace?.allowed("what the other files say") ?? null,
      schema: key.schema as v.GenericSchema,
    })),
    schema: null,
  },
  {
    name: "matching",
    meaning: "How a task finds its skill.",
    keys: sectionKeys(MATCHING_KEYS, MATCHING_WORDS, DEFAULT_MATCHING),
    schema: null,
  },
  {
    name: "profiles",
    meaning: "The skills that a role expects, by the name of the role.",
    keys: [],
    schema: PROFILES_SCHEMA,
  },
  {
    name: "scout",
    meaning: "Where skills of others are looked for.",
    keys: sectionKeys(SCOUT_KEYS, SCOUT_WORDS, DEFAULT_SCOUT),
    schema: null,
  },
];

function wordsOf([meaning, unit]: readonly [string, string?]): Pick<ConfigKeyGuide, "meaning" | "unit"> {
  return { meaning, unit: unit ?? null };
}

function sectionKeys<K extends string>(
  keys: Readonly<Record<K, { readonly allowed: string; readonly schema: v.GenericSchema }>>,
  words: Words<K>,
  initial: Readonly<Record<K, unknown>>,
): readonly ConfigKeyGuide[] {
  return (Object.keys(keys) as K[]).map((name) => ({
    ...wordsOf(words[name]),
    name,
    initial: initial[name],
    allowed: keys[name].allowed,
    inWorkspace: null,
    schema: keys[name].schema,
  }));
}
