import type { ModelAnswer, TokenUsage } from "@metis-curate/core";
import {
  countOf,
  type ForeignObject,
  isForeignObject,
  optionalCountOf,
  plainLine,
} from "../transport/index.ts";

const REFUSAL_CHARACTERS_MAX = 200;
/** The model had more to say. */
const CUT_REASONS: ReadonlySet<unknown> = new Set([
  "max_tokens",
  "model_context_window_exceeded",
  "pause_turn",
]);

/** Reads a message of the Messages API; null for anything else. */
export function readMessage(response: unknown): ModelAnswer | null {
  if (!isForeignObject(response) || response["type"] === "error") return null;
  const { content, stop_reason: stopReason } = response;
  if (!Array.isArray(content)) return null;
  const usage = readUsage(response["usage"]);
  if (stopReason === "refusal") return { kind: "refused", message: refusalOf(response), usage };
  return { kind: "answer", text: textOf(content), usage, truncated: CUT_REASONS.has(stopReason) };
}

/** The provider's counts are disjoint as they are. */
function readUsage(usage: unknown): TokenUsage {
  const counts = isForeignObject(usage) ? usage : {};
  return {
    inputTokens: countOf(counts["input_tokens"]),
    outputTokens: countOf(counts["output_tokens"]),
    cachedInputTokens: optionalCountOf(counts["cache_read_input_tokens"]),
    cacheCreationInputTokens: optionalCountOf(counts["cache_creation_input_tokens"]),
  };
}

function textOf(content: readonly unknown[]): string {
  return content
    .filter(isForeignObject)
    .filter(({ type }) => type === "text")
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("");
}

function refusalOf({ stop_details: details }: ForeignObject): string {
  const said = isForeignObject(details) ? (details["explanation"] ?? details["category"]) : null;
  const reason = typeof said === "string" ? plainLine(said, REFUSAL_CHARACTERS_MAX) : "";
  return reason === "" ? "the model refused to answer" : `the model refused to answer: ${reason}`;
}
