import { dirname, join } from "node:path";
import { type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Layout, Root } from "./root.ts";

/**
 * Returns a test that says whether no directory between a session's path (real, at or below the root's
 * base) and this root holds skills of its own; answers are remembered. Unreadable counts as holding none.
 * CONTRACTS 4.5.
 */
export function nearestRootTest(
  fs: FileSystem,
  root: Root,
  layout: Layout,
): (sessionWorkspace: string) => boolean {
  const known = new Map<string, boolean>();
  return (sessionWorkspace) => {
    const before = known.get(sessionWorkspace);
    if (before !== undefined) return before;
    const answer = isNearest(fs, root, layout, sessionWorkspace);
    known.set(sessionWorkspace, answer);
    return answer;
  };
}

function isNearest(fs: FileSystem, root: Root, layout: Layout, sessionWorkspace: string): boolean {
  for (let path = sessionWorkspace; path !== root.base; path = dirname(path)) {
    if (path === dirname(path)) return false;
    if (holdsSkills(fs, join(path, ...layout.skills))) return false;
  }
  return true;
}

function holdsSkills(fs: FileSystem, skillsDir: string): boolean {
  try {
    return fs.stat(skillsDir).kind === "directory";
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}
