import { createHash } from "node:crypto";
import type { Skill } from "../skills/skill.ts";
import type { Baseline } from "../trace/root-history.ts";

/** Shorter hashes prove nothing: 8 hex digits leave one chance in 4 billion of a false match. */
export const BASELINE_HASH_LENGTH_MIN = 8;

/**
 * Says whether a skill is still as the baseline left it. A `file` baseline is compared with `Skill.fileHash`, a
 * `body` baseline with the SHA-256 of the LF-normalised body; hashes of different lengths by prefix, in either
 * direction. A baseline that is no hash, or too short, matches nothing. CONTRACTS 5.
 */
export function matchesBaseline(skill: Skill, baseline: Baseline): boolean {
  const present = baseline.kind === "file" ? skill.fileHash : bodyHash(skill.body);
  return sameHash(present, baseline.hash);
}

function bodyHash(body: string): string {
  return createHash("sha256").update(body.replace(/\r\n?/g, "\n"), "utf8").digest("hex");
}

function sameHash(left: string, right: string): boolean {
  const a = bareHash(left);
  const b = bareHash(right);
  const length = Math.min(a.length, b.length);
  return length >= BASELINE_HASH_LENGTH_MIN && a.slice(0, length) === b.slice(0, length);
}

/** Lower-case digits without a `sha256:` label; empty for anything that is not hexadecimal. */
function bareHash(text: string): string {
  const hash = text
    .trim()
    .toLowerCase()
    .replace(/^sha256[:-]/, "");
  return /^[0-9a-f]+$/.test(hash) ? hash : "";
}
