import { type FileInfo, type FileSystem, FileSystemError } from "../ports/file-system.ts";
import type { Root } from "./root.ts";
import { isSameFile, isSettled } from "./same-file.ts";
import type { SidecarState } from "./sidecar-state.ts";
import { type ReadSidecar, readSidecar } from "./sidecar-store.ts";

/**
 * Returns `readSidecar` of one root with a memory of one: a `state.json` that is the same file as the last time costs
 * one `lstat`. `nowMs` is the time by the clock of the files. What it says may start no run by itself.
 */
export function holdSidecar(fs: FileSystem, root: Root, nowMs: () => number): () => ReadSidecar {
  let held: { readonly info: FileInfo; readonly state: SidecarState } | null = null;
  return () => {
    const info = findInfo(fs, root.sidecarPath);
    if (info !== null && held !== null && isSameFile(held.info, info))
      return { kind: "state", state: held.state };
    held = null;
    const found = readSidecar(fs, root);
    if (found.kind !== "state" || info === null || !isSettled(info, nowMs())) return found;
    const after = findInfo(fs, root.sidecarPath);
    if (after !== null && isSameFile(info, after)) held = { info, state: found.state };
    return found;
  };
}

function findInfo(fs: FileSystem, path: string): FileInfo | null {
  try {
    return fs.lstat(path);
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
