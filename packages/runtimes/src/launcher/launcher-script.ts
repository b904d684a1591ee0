import { join } from "node:path";

/** What the launcher starts. */
export interface LaunchTarget {
  /** Absolute path of Bun, or of a binary that is the whole program. */
  readonly bun: string;
  /** Absolute path of the program's entry; null for a binary, which needs none. */
  readonly main: string | null;
  /** The program's version, for the day its files are gone. */
  readonly version: string;
}

/** Absolute path of the launcher: what hooks name, whatever version of the program is behind it. */
export function launcherPath(home: string): string {
  return join(home, ".metis", "bin", "metis-curate");
}

/** Text that every path of a launcher ends with, whatever its quotes. */
export const LAUNCHER_MARK = "/.metis/bin/metis-curate";

/** Text that stands in every hook line of a runtime. */
export function hookMark(runtime: string): string {
  return `${LAUNCHER_MARK} hook ${runtime}`;
}

/**
 * The command line of a hook. It stays the same, byte for byte, through all versions, because some runtimes trust a hook
 * by its text; only a home directory that needs them gets quotes.
 */
export function hookCommand(home: string, runtime: string): string {
  return `${shellQuote(home)}${hookMark(runtime)}`;
}

/** A word for a POSIX shell, quoted only where it must be, so that programs that start no shell get along too. */
export function shellQuote(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns the launcher: a small script that starts the program where it was installed. Flags keep Bun from reading a
 * repository's files. A hook whose program is gone does nothing; other commands are fetched anew.
 */
export function launcherScript({ bun, main, version }: LaunchTarget): string {
  if (main === null) return binaryScript(bun);
  return `#!/bin/sh
# metis-curate: written by \`metis-curate init\`, which may write it anew. Hooks of agents name this file.
bun=${shellQuote(bun)}
main=${shellQuote(main)}
version=${shellQuote(version)}
[ -x "$bun" ] || bun=$(command -v bun) || bun=
if [ -n "$bun" ] && [ -f "$main" ]; then
  exec "$bun" --no-env-file --config=/dev/null --no-install "$main" "$@"
fi
if [ "$1" = hook ]; then exit 0; fi
if [ -n "$bun" ]; then exec "$bun" x "metis-curate@$version" "$@"; fi
echo "metis-curate: neither Bun nor $main is there; run metis-curate init again" >&2
exit 127
`;
}

function binaryScript(program: string): string {
  return `#!/bin/sh
# metis-curate: written by \`metis-curate init\`, which may write it anew. Hooks of agents name this file.
program=${shellQuote(program)}
if [ -x "$program" ]; then exec "$program" "$@"; fi
if [ "$1" = hook ]; then exit 0; fi
echo "metis-curate: $program is gone; run metis-curate init again" >&2
exit 127
`;
}
