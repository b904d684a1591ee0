import type { ModelAnswer, TokenUsage } from "@metis-curate/core";
import { countOf, isForeignObject, optionalCountOf, plainLine } from "../transport/index.ts";

const REFUSAL_CHARACTERS_MAX = 200;
/** Local reasoning models put their thoughts before the answer. */
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>\s*/;

/** Reads a completion of the chat-completions API; null for anything else. */
export function readCompletion(response: unknown): ModelAnswer | null {
  if (!isForeignObject(response) || !Array.isArray(response["choices"])) return null;
  const [choice] = response["choices"] as readonly unknown[];
  if (!isForeignObject(choice) || !isForeignObject(choice["message"])) return null;
  const { message, finish_reason: finishReason } = choice;
  const usage = readUsage(response["usage"]);
  const { refusal, content } = message as { refusal?: unknown; content?: unknown };
  if (typeof refusal === "string" && refusal.trim() !== "") {
    return { kind: "refused", message: refusalLine(refusal), usage };
  }
  if (finishReason === "content_filter") {
    return { kind: "refused", message: "the provider's content filter stopped the answer", usage };
  }
  const text = textOf(content).replace(THOUGHTS, "");
  return { kind: "answer", text, usage, truncated: finishReason === "length" };
}

/**
 * Cached tokens are a part of the prompt's, so they are taken out of it. Without a count of the answer or the prompt
 * nothing is known, and more cached tokens than prompt tokens are no counts.
 */
function readUsage(usage: unknown): TokenUsage {
  const counts = isForeignObject(usage) ? usage : {};
  const details = counts["prompt_tokens_details"];
  const cached = optionalCountOf(isForeignObject(details) ? details["cached_tokens"] : null);
  return {
    inputTokens: countOf(countOf(counts["prompt_tokens"]) - cached),
    outputTokens: countOf(counts["completion_tokens"]),
    cachedInputTokens: cached,
    // This API has no price for writing a cache: what is written is billed as input.
    cacheCreationInputTokens: 0,
  };
}

/** A text, or the parts that some servers make of it. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter(isForeignObject)
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("");
}

function refusalLine(refusal: string): string {
  return `the model refused to answer: ${plainLine(refusal, REFUSAL_CHARACTERS_MAX)}`;
}
