import type { ConfiguredEmbedder } from "../../ports/embedder.ts";
import { blendVectors, taskTextsToEmbed } from "../rank/texts-to-embed.ts";
import type { MatchMethod } from "../skill-matcher.ts";
import { vectorsFault } from "../sync/embed-missing.ts";

export interface TaskVector {
  readonly vector: { readonly model: string; readonly values: Float32Array } | null;
  readonly method: MatchMethod;
}

/** Returns the vector of a task, or none and how it is matched then: by words, with the one line why. Never throws. */
export async function embedTask(
  configured: ConfiguredEmbedder,
  task: string,
  signal: AbortSignal | undefined,
): Promise<TaskVector> {
  if (configured.kind === "none") return byWords(configured.message);
  const { embedder } = configured;
  const texts = taskTextsToEmbed(task);
  const answer = await embedder.embed(texts, "query", signal);
  if (answer.kind === "unavailable") return byWords(answer.message);
  const fault = vectorsFault(answer.vectors, texts.length);
  const values = blendVectors(answer.vectors);
  if (fault !== null || values === null) return byWords(`${embedder.id}: ${fault ?? "gave no vector"}`);
  if (values.every((value) => value === 0)) return byWords(unread(embedder.id));
  return { vector: { model: embedder.id, values }, method: { embedder: embedder.id, hint: null } };
}

function unread(id: string): string {
  return `embedder ${id} cannot read this task; skills are matched by words; transformers:<model> reads more languages`;
}

function byWords(hint: string | null): TaskVector {
  return { vector: null, method: { embedder: "lexical", hint } };
}
