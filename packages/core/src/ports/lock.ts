/** Held until `release`, or until the process dies: the kernel frees it, never a time-out. */
export interface LockHandle {
  release(): void;
}

/** What `acquire` throws where nothing can lock, whatever the path; `message` is one line that says what to do. */
export class LockUnavailable extends Error {
  override readonly name = "LockUnavailable";
}

export interface Lock {
  /**
   * Takes the exclusive lock named by an absolute file path (its directory exists), waiting up to `waitMs`.
   * Returns null when someone else held it all that time. Throws `FileSystemError` when it cannot be locked at all,
   * `LockUnavailable` when this machine has nothing to lock with.
   */
  acquire(path: string, waitMs: number): Promise<LockHandle | null>;
  /**
   * False when a lock that this process holds was taken from it: its file was removed or replaced, so that
   * another process can hold one of the same name. Absent where that cannot happen.
   */
  isIntact?(path: string): boolean;
}
