import type { ConfiguredEmbedder } from "../../ports/embedder.ts";
import type { MatchMethod } from "../skill-matcher.ts";
import { vectorsFault } from "../sync/embed-missing.ts";
import { cutText } from "../terms/task-terms.ts";

/** Of a longer task only the first this many characters are embedded. */
const TASK_EMBED_CHARACTERS_MAX = 2_000;

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
  const answer = await embedder.embed([cutText(task, TASK_EMBED_CHARACTERS_MAX)], "query", signal);
  if (answer.kind === "unavailable") return byWords(answer.message);
  const fault = vectorsFault(answer.vectors, 1);
  const [values] = answer.vectors;
  if (fault !== null || values === undefined) return byWords(`${embedder.id}: ${fault ?? "gave no vector"}`);
  return { vector: { model: embedder.id, values }, method: { embedder: embedder.id, hint: null } };
}

function byWords(hint: string | null): TaskVector {
  return { vector: null, method: { embedder: "lexical", hint } };
}
