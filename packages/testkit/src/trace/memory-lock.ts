import type { Lock } from "@metis-curate/core";

/** Pause between two attempts. */
const POLL_MS = 2;

/** Returns a lock within this process; locks of one instance exclude each other by path. */
export function memoryLock(): Lock {
  const held = new Set<string>();
  return {
    acquire: async (path, waitMs) => {
      const deadlineMs = performance.now() + waitMs;
      while (held.has(path)) {
        const leftMs = deadlineMs - performance.now();
        if (leftMs <= 0) return null;
        await new Promise((resolve) => setTimeout(resolve, Math.min(POLL_MS, leftMs)));
      }
      held.add(path);
      let released = false;
      return {
        release: () => {
          if (released) return;
          released = true;
          held.delete(path);
        },
      };
    },
  };
}
