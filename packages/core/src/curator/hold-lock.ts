import { FileSystemError } from "../ports/file-system.ts";
import { type LockHandle, LockUnavailable } from "../ports/lock.ts";
import { lockPath } from "../roots/lock-path.ts";
import { ensureDirectory } from "../roots/tree/index.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { refused } from "./refusals.ts";
import type { Outcome } from "./skill-curator.ts";

/** Does `work` under the root's lock. Refusals: `locked`, `unwritable` when the lock cannot be made or taken,
 * `no-lock` where nothing can lock. */
export async function holdLock<T>(
  deps: CuratorDeps,
  waitMs: number,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let handle: LockHandle | null;
  try {
    ensureDirectory(deps.fs, deps.root.privateDir);
    handle = await deps.lock.acquire(lockPath(deps.root), waitMs);
  } catch (error) {
    if (error instanceof FileSystemError)
      return refused("unwritable", `${error.message}; ${hintOf(error, deps)}`);
    if (error instanceof LockUnavailable) return refused("no-lock", error.message);
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

function hintOf({ kind, operation }: FileSystemError, { root }: CuratorDeps): string {
  if (operation === "lock" && (kind === "io" || kind === "permission-denied")) {
    return `give yourself write access to it, or move it away if it is no lock of a curator`;
  }
  return `nothing was done; what a curator keeps goes to ${root.privateDir}`;
}
