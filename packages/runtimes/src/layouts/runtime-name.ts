/** The agents whose skills and records we know (CONTRACTS 14), as `hook`, `import` and `init` call them. */
export const RUNTIME_NAMES = [
  "claude-code",
  "codex",
  "opencode",
  "gemini",
  "goose",
  "cursor",
  "kiro",
  "hermes",
] as const;
export type RuntimeName = (typeof RUNTIME_NAMES)[number];

/** Whether a word names a runtime. */
export function isRuntimeName(word: string): word is RuntimeName {
  return RUNTIME_NAMES.some((name) => name === word);
}
