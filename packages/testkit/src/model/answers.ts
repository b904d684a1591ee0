import type { DroppedItem, ModelAnswer, TokenUsage } from "@metis-curate/core";
import { NO_USAGE } from "./usages.ts";

type Answer = Readonly<Record<string, unknown>>;

export function confirmArchive(rationale = "unused for a long time"): Answer {
  return { action: "archive", rationale };
}

export function keepSkill(reason = "still useful"): Answer {
  return { action: "keep", reason };
}

export interface MergeOptions {
  readonly newSkill?: boolean;
  readonly newDescription?: string;
  readonly rationale?: string;
}

/** Confirms a consolidation into a member, or into a new skill. */
export function mergeInto(survivor: string, archive: readonly string[], options: MergeOptions = {}): Answer {
  return {
    action: "consolidate",
    survivor,
    new_skill: options.newSkill ?? false,
    archive,
    new_description: options.newDescription ?? `Everything ${survivor} is for`,
    rationale: options.rationale ?? "near-duplicates",
  };
}

export function rewriteAs(body: string, dropped: readonly DroppedItem[] = []): Answer {
  return { body, dropped };
}

export function editWith(diff: string, rationale = "the tool was renamed"): Answer {
  return { action: "edit", diff, rationale };
}

export function skipCandidate(reason = "not worth it"): Answer {
  return { action: "skip", reason };
}

/** The provider refuses to answer; a refusal may be billed. */
export function refuse(message = "refused by the provider", usage: TokenUsage = NO_USAGE): ModelAnswer {
  return { kind: "refused", message, usage };
}

/** No usable answer; `sent` says whether the request may have been billed. */
export function fail(message = "connection reset", sent = true): ModelAnswer {
  return { kind: "error", message, sent };
}

/** An answer that `max_tokens` cut off. */
export function cutOff(text: string, usage: TokenUsage = NO_USAGE): ModelAnswer {
  return { kind: "answer", text, usage, truncated: true };
}
