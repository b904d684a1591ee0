import { recoverIntents } from "../actions/index.ts";
import { BackupFault, settleRestore } from "../backup/index.ts";
import { FileSystemError } from "../ports/file-system.ts";
import { TraceError } from "../ports/trace-store.ts";
import type { CuratorDeps } from "./curator-deps.ts";
import { holdLock } from "./hold-lock.ts";
import { actionFailed, misused, refused } from "./refusals.ts";
import type { Outcome } from "./skill-curator.ts";
import { ACT_LOCK_WAIT_MS } from "./with-root.ts";

/**
 * Does `work` under the root's lock once nothing of the root is half done. Unlike `withRoot` it needs no readable
 * sidecar: what is damaged is worth a backup too. Refusals: `locked`, `unfinished`, `unwritable`, and what the
 * work throws: the faults of a backup, `trace`, `failed`.
 */
export function holdForBackup<T>(
  deps: CuratorDeps,
  work: (notices: readonly string[]) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return holdLock(deps, ACT_LOCK_WAIT_MS, async () => {
    const restore = await settleRestore(deps);
    if (restore.kind === "refused") return refused("unfinished", restore.line);
    const recovery = await recoverIntents(deps);
    if (recovery.refused !== null) return refused("unfinished", recovery.refused);
    const notices = [
      ...(restore.kind === "settled" ? [restore.line] : []),
      ...recovery.finished.map((label) => `finished what a killed run had begun: ${label}`),
      ...recovery.setAside.map((line) => `set aside: ${line}`),
    ];
    try {
      return await work(notices);
    } catch (error) {
      return refusalOf(error);
    }
  });
}

function refusalOf(error: unknown): Outcome<never> {
  if (error instanceof BackupFault) {
    return error.kind === "not-a-backup"
      ? misused(error.kind, error.message)
      : refused(error.kind, error.message);
  }
  if (error instanceof TraceError) return refused("trace", error.message);
  if (error instanceof FileSystemError) return actionFailed("failed", error.message);
  throw error;
}
