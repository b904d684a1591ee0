import type { Embedder } from "../../ports/embedder.ts";
import type { SkillIndex } from "../../ports/skill-index.ts";
import { textsToEmbed } from "../rank/texts-to-embed.ts";
import type { SkillDocumentFile } from "./skill-document.ts";

/** Skills per call of the embedder. */
const BATCH = 32;

export interface EmbedOptions {
  readonly nowUs: () => number;
  /** Skills embedded at most. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (done: number, total: number) => unknown;
}

export interface Embedded {
  readonly embedded: number;
  /** Skills that still have no vectors. */
  readonly left: number;
  /** One line when the embedder could not be used. */
  readonly hint: string | null;
}

/**
 * Gives vectors to indexed skills that have none of this embedder's, in batches, each kept as it is done. Stops at the
 * signal, at the limit, or when the embedder is unavailable. Throws `SkillIndexError`.
 */
export async function embedMissing(
  index: SkillIndex,
  embedder: Embedder,
  documents: ReadonlyMap<string, SkillDocumentFile>,
  options: EmbedOptions,
): Promise<Embedded> {
  const missing = (await index.listUnembedded(embedder.id)).flatMap((name) => documents.get(name) ?? []);
  const wanted = missing.slice(0, options.limit);
  let embedded = 0;
  for (let start = 0; start < wanted.length && options.signal?.aborted !== true; start += BATCH) {
    const batch = wanted.slice(start, start + BATCH);
    const hint = await embedBatch(index, embedder, batch, options);
    if (hint !== null) return { embedded, left: missing.length - embedded, hint };
    embedded += batch.length;
    await options.onProgress?.(embedded, wanted.length);
  }
  return { embedded, left: missing.length - embedded, hint: null };
}

async function embedBatch(
  index: SkillIndex,
  embedder: Embedder,
  batch: readonly SkillDocumentFile[],
  { nowUs, signal }: EmbedOptions,
): Promise<string | null> {
  const texts = batch.map((file) => textsToEmbed(file));
  const answer = await embedder.embed(texts.flat(), "document", signal);
  if (answer.kind === "unavailable") return answer.message;
  const fault = vectorsFault(answer.vectors, texts.flat().length);
  if (fault !== null) return `${embedder.id}: ${fault}`;
  let at = 0;
  const of = new Map(
    batch.map(({ name }, position) => {
      const count = texts[position]?.length ?? 0;
      at += count;
      return [name, answer.vectors.slice(at - count, at)] as const;
    }),
  );
  const dimension = answer.vectors[0]?.length ?? 0;
  await index.apply({ vectors: { model: embedder.id, dimension, of }, atUs: nowUs() });
  return null;
}

/** One line what is wrong with an embedder's answer, or null. */
export function vectorsFault(vectors: readonly Float32Array[], expected: number): string | null {
  if (vectors.length !== expected) return `gave ${vectors.length} vectors for ${expected} texts`;
  const dimension = vectors[0]?.length ?? 0;
  if (expected > 0 && dimension === 0) return "gave a vector without dimensions";
  if (vectors.some(({ length }) => length !== dimension)) return "gave vectors of different lengths";
  return vectors.some((vector) => !vector.every(Number.isFinite))
    ? "gave a vector with a value that is no number"
    : null;
}
