import type { EmbedAnswer, Embedder, EmbedPurpose } from "@metis-curate/core";
import { embedInBatches } from "./embed-in-batches.ts";
import { loadOnce } from "./optional-package.ts";

export const TRANSFORMERS_DEFAULT_MODEL = "paraphrase-multilingual-MiniLM-L12-v2";
const PACKAGE: string = "@huggingface/transformers";
/** Where the models without an owner in their name are published in the form that the package reads. */
const DEFAULT_OWNER = "Xenova";
const BATCH = 16;
const TEXT_CHARACTERS_MAX = 2_000;

/** A model, loaded: texts to one tensor of a row per text. */
export type FeatureExtractor = (
  texts: string[],
  options: { readonly pooling: "mean"; readonly normalize: true },
) => Promise<{ tolist(): readonly unknown[] }>;

/** The part of the package that is needed. */
export interface TransformersModule {
  pipeline(
    task: "feature-extraction",
    model: string,
    options: { readonly dtype: "q8" },
  ): Promise<FeatureExtractor>;
}

export interface TransformersEmbedderOptions {
  /** As configured; without an owner it is one of `Xenova`. */
  readonly model: string;
  /** Rejects when the package is missing; default the installed one. */
  readonly load?: () => Promise<TransformersModule>;
}

/**
 * Returns the embedder of a sentence model run in this process by transformers.js (CONTRACTS 13.8). The package is an
 * optional peer; it fetches the weights once and keeps them. A missing package is an answer without vectors and a hint.
 */
export function transformersEmbedder({
  model,
  load = loadTransformers,
}: TransformersEmbedderOptions): Embedder {
  const id = `transformers:${model}`;
  const name = model.includes("/") ? model : `${DEFAULT_OWNER}/${model}`;
  const extractor = loadOnce(id, [PACKAGE], async () =>
    (await load()).pipeline("feature-extraction", name, { dtype: "q8" }),
  );
  return {
    id,
    embed: async (texts, purpose, signal): Promise<EmbedAnswer> => {
      if (texts.length === 0) return { kind: "vectors", vectors: [] };
      const loaded = await extractor();
      if (loaded.kind === "unavailable") return loaded;
      return embedInBatches({
        id,
        texts: texts.map((text) => `${prefixFor(name, purpose)}${text.slice(0, TEXT_CHARACTERS_MAX)}`),
        batch: BATCH,
        signal,
        embed: async (part) => (await loaded.value([...part], { pooling: "mean", normalize: true })).tolist(),
      });
    },
  };
}

/** The E5 models were trained with a word in front that tells questions from texts (Wang et al. 2022). */
function prefixFor(name: string, purpose: EmbedPurpose): string {
  if (!/(?:^|[-/])e5-/i.test(name)) return "";
  return purpose === "query" ? "query: " : "passage: ";
}

async function loadTransformers(): Promise<TransformersModule> {
  return (await import(PACKAGE)) as TransformersModule;
}
