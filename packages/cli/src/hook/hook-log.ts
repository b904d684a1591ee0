import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { curatorDirectory } from "./hook-place.ts";

/** A fuller log becomes `hook.log.1`, in the place of the one before. */
export const HOOK_LOG_BYTES_MAX = 256 * 1024;
const WORD_MAX = 40;

/**
 * Writes why a hook could not do its work: a fixed word, the runtime, and words that can be nobody's text. Never throws.
 */
export function logHook(home: string, nowMs: number, runtime: string, what: string, detail = ""): void {
  try {
    const path = join(curatorDirectory(home), "hook.log");
    mkdirSync(curatorDirectory(home), { recursive: true });
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) return;
    if ((found?.size ?? 0) >= HOOK_LOG_BYTES_MAX) renameSync(path, `${path}.1`);
    const line = [new Date(nowMs).toISOString(), runtime, what, safeWord(detail)].join(" ").trimEnd();
    appendFileSync(path, `${line}\n`, { mode: 0o600 });
  } catch {
    // A hook never breaks an agent, and has nobody else to tell.
  }
}

/** What an error may be called in the log: its class and code, never its message. */
export function faultWord(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? `.${error.code}` : "";
  const kind = "kind" in error && typeof error.kind === "string" ? `.${error.kind}` : "";
  return `${error.name}${code}${kind}`;
}

/** Names of records are a runtime's; whatever else stands there may be anything. */
function safeWord(word: string): string {
  return /^[\w.-]*$/.test(word) ? word.slice(0, WORD_MAX) : "?";
}
