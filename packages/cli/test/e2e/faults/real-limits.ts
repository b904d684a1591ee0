import { spawnSync } from "node:child_process";
import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Ran } from "../support/real-cli.ts";

const MAIN = join(import.meta.dir, "../../../src/main.ts");
const UNPRIVILEGED = join(import.meta.dir, "unprivileged-cli.ts");
const NOBODY = 65_534;

/** Whether a user without privileges can reach the temporary directory. */
export const PUBLIC_TEMP = process.getuid?.() !== 0 || isPublic(realpathSync(tmpdir()));

function isPublic(path: string): boolean {
  return (statSync(path).mode & 0o1) !== 0 && (path === dirname(path) || isPublic(dirname(path)));
}

/** Whether this user may mount a file system of a few kilobytes. */
export const CAN_MOUNT = canMount();

function canMount(): boolean {
  const directory = mkdtempSync(join(tmpdir(), "metis-mount-"));
  try {
    if (!mountTiny(directory, 64)) return false;
    return unmount(directory);
  } finally {
    rmdirSync(directory);
  }
}

/** Mounts an empty file system of its own; false where that is not allowed. */
export function mountTiny(directory: string, kilobytes: number): boolean {
  mkdirSync(directory, { recursive: true });
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", directory]).status === 0;
}

/** Also while something of it is still open. */
export function unmount(directory: string): boolean {
  return spawnSync("umount", ["-l", directory]).status === 0;
}

/** Runs one command line with a limit of the shell's `ulimit`, such as `-n 20`. */
export function runLimited(home: string, limit: string, argv: readonly string[]): Ran {
  const script = `ulimit ${limit} && exec "$0" "$@"`;
  return ranOf(spawnSync("sh", ["-c", script, process.execPath, MAIN, ...argv], options(home)));
}

/**
 * Runs command lines one after the other as a user whom permissions bind; `lost` may no longer be written from the
 * first progress on.
 */
export function runUnprivileged(
  home: string,
  commands: readonly (readonly string[])[],
  lost?: string,
): readonly Ran[] {
  const argv = [UNPRIVILEGED, home, JSON.stringify(commands), ...(lost === undefined ? [] : [lost])];
  const child = spawnSync(process.execPath, argv, options(home));
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as readonly Ran[];
}

function options(home: string) {
  return {
    encoding: "utf8",
    cwd: home,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, NO_COLOR: "1" },
  } as const;
}

function ranOf(child: {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}): Ran {
  // A process that a limit kills is one that was killed.
  return { exitCode: child.status ?? 137, stdout: child.stdout, stderr: child.stderr };
}

/** Gives everything below a directory to the user whom permissions bind. */
export function giveAway(path: string): void {
  if (process.getuid?.() !== 0) return;
  chownSync(path, NOBODY, NOBODY);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveAway(join(path, name));
}
