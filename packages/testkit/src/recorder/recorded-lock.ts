import { FileSystemError, type Lock } from "@metis-curate/core";
import type { Gate } from "./gate.ts";

/** Taking and freeing the lock are effects of the gate; freeing it cannot fail. */
export function recordedLock(lock: Lock, gate: Gate): Lock {
  return {
    async acquire(path, waitMs) {
      const name = `lock ${path}`;
      const fail = () => new FileSystemError(gate.cut?.fileError ?? "io", "lock", path);
      const diesAfter = gate.enter(name, fail);
      const handle = await lock.acquire(path, waitMs);
      if (diesAfter) gate.die(name);
      if (handle === null) return null;
      return {
        release() {
          const diesAfterwards = gate.enter(`unlock ${path}`, null);
          handle.release();
          if (diesAfterwards) gate.die(`unlock ${path}`);
        },
      };
    },
  };
}
