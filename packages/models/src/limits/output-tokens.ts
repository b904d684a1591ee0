import type { Dossier } from "@metis-curate/core";
import { mergedMembers } from "../prompts/index.ts";
import { utf8Bytes } from "./utf8-bytes.ts";

/** Two sentences in English: some forty tokens, ten times that without being cut. */
export const ARCHIVE_TOKENS_MAX = 512;
/** Five names, two sentences, and a description of 1,024 characters, of which no script takes much more than one token each. */
export const CONSOLIDATE_TOKENS_MAX = 2_048;
/** The JSON around a merged body and a list of dropped items. */
export const REWRITE_TOKENS_BASE = 1_536;
/** A merged body never needs more tokens than half the bytes of what goes into it: encoders make 3 to 4 bytes of English a token, 2 to 3 of code and CJK, and near-duplicates share most of their text. */
export const REWRITE_BYTES_PER_TOKEN = 2;
/** Every model in the price table may write this much; a merge that needs more is too large to be read by a person too. */
export const REWRITE_TOKENS_MAX = 32_000;
/** The JSON around a diff and its rationale. */
export const EDIT_TOKENS_BASE = 1_024;
/** A diff that takes out and puts in the whole of an English body, or half of one in CJK, which is no small edit any more. */
export const EDIT_BYTES_PER_TOKEN = 2;
/** 200 lines of a hunk at about 30 tokens each. */
export const EDIT_TOKENS_MAX = 6_000;

/** Returns the most tokens that an answer to this dossier may have: the request's `max_tokens` (CONTRACTS 9.2). */
export function outputTokensMax(dossier: Dossier): number {
  switch (dossier.purpose) {
    case "archive":
      return ARCHIVE_TOKENS_MAX;
    case "consolidate":
      return CONSOLIDATE_TOKENS_MAX;
    case "rewrite":
      return Math.min(REWRITE_TOKENS_MAX, rewriteTokensNeeded(dossier));
    case "edit":
      return Math.min(EDIT_TOKENS_MAX, editTokensNeeded(utf8Bytes(dossier.skill.body)));
  }
}

function editTokensNeeded(bodyBytes: number): number {
  return EDIT_TOKENS_BASE + Math.ceil(bodyBytes / EDIT_BYTES_PER_TOKEN);
}

/** Returns the tokens that leave room for the whole merged body. */
export function rewriteTokensNeeded(dossier: Extract<Dossier, { purpose: "rewrite" }>): number {
  const bytes = mergedMembers(dossier).reduce((sum, { body }) => sum + utf8Bytes(body), 0);
  return REWRITE_TOKENS_BASE + Math.ceil(bytes / REWRITE_BYTES_PER_TOKEN);
}
