/** Where a binary of Bun keeps what is within it; no directory of a disk. */
const WITHIN = /^(?:\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/i;

/** Whether this process is one of our binaries, which need no Bun and no sources. */
export function isBinary(main: string | undefined = process.argv[1]): boolean {
  return main !== undefined && WITHIN.test(main);
}

/** The words that start this program anew: itself, or Bun with what it was given and the entry. */
export function ownCommand(): readonly [program: string, ...words: string[]] {
  if (isBinary()) return [process.execPath];
  return [process.execPath, ...process.execArgv, process.argv[1] ?? ""];
}
