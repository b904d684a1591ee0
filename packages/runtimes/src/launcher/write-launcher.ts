import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type LaunchTarget, launcherPath, launcherScript } from "./launcher-script.ts";

const EXECUTABLE = 0o755;

/** Writes the launcher where it is missing or another's, and returns its path. Throws the error of `node:fs`. */
export function writeLauncher(home: string, target: LaunchTarget): string {
  const path = launcherPath(home);
  const script = launcherScript(target);
  if (readText(path) === script) return path;
  mkdirSync(dirname(path), { recursive: true });
  const temp = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temp, script, { mode: EXECUTABLE });
    chmodSync(temp, EXECUTABLE);
    renameSync(temp, path);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
  return path;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
