import { join } from "node:path";
import { FileSystemError } from "../ports/file-system.ts";
import type { LockHandle } from "../ports/lock.ts";
import { ensureDirectory } from "../roots/tree/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { refused } from "./refusals.ts";
import type { Outcome } from "./skill-curator.ts";

/** Does `work` under the root's lock. Refusals: `locked`, `unwritable` when the lock cannot be made or taken. */
export async function holdLock<T>(
  deps: CuratorDeps,
  waitMs: number,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let handle: LockHandle | null;
  try {
    ensureDirectory(deps.fs, deps.root.privateDir);
    handle = await deps.lock.acquire(join(deps.root.privateDir, "lock.db"), waitMs);
  } catch (error) {
    if (error instanceof FileSystemError) return refused("unwritable", error.message);
    throw error;
  }
  if (handle === null) {
    return refused("locked", "another curator run is in progress for this library; try again later");
  }
  try {
    return await work();
  } finally {
    handle.release();
  }
}
