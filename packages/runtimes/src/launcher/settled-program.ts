import { cpSync, existsSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import type { LaunchTarget } from "./launcher-script.ts";

/** Directories of programs that were only fetched to be run once. */
const PASSING = [/[\\/]bunx-[^\\/]+[\\/]/, /[\\/]_npx[\\/]/, /[\\/]dlx-[^\\/]+[\\/]/];
const PACKAGES = `${sep}node_modules${sep}`;

/**
 * Returns a program that will still be there tomorrow: what `bunx` or `npx` fetched into a passing directory is copied, as
 * a whole, below `~/.metis/lib`; a program that was installed, or a clone, stays where it is. Throws the error of
 * `node:fs`.
 */
export function settledProgram(home: string, target: LaunchTarget): LaunchTarget {
  if (target.main === null) return { ...target, bun: realMain(target.bun) };
  const main = realMain(target.main);
  const at = main.indexOf(PACKAGES);
  if (at < 0 || !isPassing(main)) return { ...target, main };
  const packages = main.slice(0, at + PACKAGES.length - 1);
  const directory = join(home, ".metis", "lib", `metis-curate-${target.version}`);
  const kept = join(directory, "node_modules");
  const settled = join(kept, main.slice(packages.length + 1));
  if (!existsSync(settled)) copyWhole(packages, directory, kept);
  return { ...target, main: settled };
}

function isPassing(path: string): boolean {
  return PASSING.some((pattern) => pattern.test(path)) || path.startsWith(`${realMain(tmpdir())}${sep}`);
}

/** Under another name until it is whole. */
function copyWhole(packages: string, directory: string, kept: string): void {
  const temp = `${directory}.${process.pid}.tmp`;
  try {
    cpSync(packages, join(temp, "node_modules"), { recursive: true, verbatimSymlinks: true });
    rmSync(kept, { recursive: true, force: true });
    rmSync(directory, { recursive: true, force: true });
    renameSync(temp, directory);
  } catch (error) {
    rmSync(temp, { recursive: true, force: true });
    throw error;
  }
}

function realMain(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
