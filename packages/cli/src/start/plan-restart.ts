/** Bun reads these from the current directory unless told not to; each can be switched off by one flag. */
const ISOLATION = [
  /** `.env` files: another endpoint, key or proxy. */
  { flag: "--no-env-file", isGiven: (word: string) => word === "--no-env-file" },
  /** `bunfig.toml`: `preload` runs code. */
  { flag: "--config=/dev/null", isGiven: (word: string) => /^(?:--config(?:=|$)|-c)/.test(word) },
  /** A package that is missing would be fetched from whatever registry is configured there. */
  { flag: "--no-install", isGiven: (word: string) => word === "--no-install" },
] as const;

/**
 * Bun's own arguments (`process.execArgv`) for a start that reads nothing from the current directory; null when
 * they are such already. `--cwd` has had its effect and is left out.
 */
export function planRestart(execArgv: readonly string[]): readonly string[] | null {
  const missing = ISOLATION.filter(({ isGiven }) => !execArgv.some(isGiven)).map(({ flag }) => flag);
  return missing.length === 0 ? null : [...withoutCwd(execArgv), ...missing];
}

function withoutCwd(execArgv: readonly string[]): readonly string[] {
  return execArgv.filter(
    (word, at) => word !== "--cwd" && !word.startsWith("--cwd=") && execArgv[at - 1] !== "--cwd",
  );
}
