import type { EmbedAnswer } from "@metis-curate/core";
import { cleanVectors } from "./clean-vectors.ts";
import { oneLine } from "./optional-package.ts";

export interface BatchRun {
  readonly id: string;
  readonly texts: readonly string[];
  /** Texts given to `embed` at once. */
  readonly batch: number;
  readonly signal: AbortSignal | undefined;
  /** The vectors of one batch, as foreign data. */
  embed(texts: readonly string[]): Promise<readonly unknown[]>;
}

/** Embeds texts batch after batch in this process; ends between two of them at the signal. Never rejects. */
export async function embedInBatches({ id, texts, batch, signal, embed }: BatchRun): Promise<EmbedAnswer> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += batch) {
    if (signal?.aborted === true) return unavailable(id, "was cancelled");
    const part = texts.slice(start, start + batch);
    const answer = await embedPart(part, vectors[0]?.length ?? null, embed);
    if (answer.kind === "wrong") return unavailable(id, answer.what);
    vectors.push(...answer.vectors);
  }
  return { kind: "vectors", vectors };
}

async function embedPart(texts: readonly string[], dimension: number | null, embed: BatchRun["embed"]) {
  try {
    return cleanVectors(await embed(texts), texts.length, dimension);
  } catch (error) {
    return { kind: "wrong", what: `failed: ${oneLine(error)}` } as const;
  }
}

export function unavailable(id: string, what: string): EmbedAnswer {
  return { kind: "unavailable", message: `embedder ${id} ${what}; skills are matched by words` };
}
