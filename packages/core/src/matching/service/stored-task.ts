import { createHash } from "node:crypto";
import type { MatchingConfig } from "../../config/matching-config.ts";
import { REDACTED_CHARACTERS_MAX, redactRationale } from "../../curator/rationale.ts";
import type { SecretFinder } from "../../ports/secret-finder.ts";
import { HASHED_TASK } from "../learning/matching-history.ts";
import { cutText } from "../terms/task-terms.ts";

const HASH_DIGITS = 32;
/** A text without these holds nothing that a pattern of credentials knows. */
const SUSPICIOUS = /\S{12,}|-----BEGIN|pass|secret|token|key/i;

/**
 * Returns what the trace keeps of a task: its text without credentials and what the operator's patterns scrub, cut at
 * 2,000 characters, or the hash of its words (CONTRACTS 13.1).
 */
export async function storedTask(
  task: string,
  store: MatchingConfig["store_task"],
  redact: readonly string[],
  secrets: SecretFinder,
): Promise<string> {
  const text = task.trim();
  if (store === "hash") {
    const words = text.normalize("NFKC").toLowerCase().split(/\s+/).join(" ");
    return `${HASHED_TASK}${createHash("sha256").update(words, "utf8").digest("hex").slice(0, HASH_DIGITS)}`;
  }
  const kept = cutText(text, REDACTED_CHARACTERS_MAX);
  if (redact.length === 0 && !SUSPICIOUS.test(kept)) return kept;
  return (await redactRationale(kept, redact, secrets)).text;
}
