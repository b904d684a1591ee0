import type { CuratorDeps } from "./curator-deps.ts";

/** The names that a shell reads as they are. */
const PLAIN_WORD = /^[\p{L}\p{N}_@%+=:,./-]+$/u;

/**
 * Returns the command that acts on a skill or archive, for a person to copy. A directory may be called `$(reboot)`
 * or `--force`: a POSIX shell and our own command line read back the name and nothing else.
 */
export function actCommand(
  { commandLine }: Pick<CuratorDeps, "commandLine">,
  verb: string,
  name: string,
): string {
  const word = PLAIN_WORD.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`;
  return `${commandLine} ${verb} ${name.startsWith("-") ? "-- " : ""}${word}`;
}
