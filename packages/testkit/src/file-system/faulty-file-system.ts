import { type FileSystem, FileSystemError, type FileSystemErrorKind } from "@metis-curate/core";
import { FILE_SYSTEM_READS, observedFileSystem } from "./observed-file-system.ts";

export interface FaultPlan {
  /** The call that fails, counted from 1 among the calls that `operations` selects. */
  readonly failAt: number;
  /** Default `io`. */
  readonly kind?: FileSystemErrorKind;
  /** `from-then-on` is a killed process: no later call works either. Default `once`. */
  readonly mode?: "once" | "from-then-on";
  /** Which calls count and fail. Default `all`. */
  readonly operations?: "writes" | "all";
}

export interface FaultyFileSystem extends FileSystem {
  /** Selected calls so far. */
  calls(): number;
  /** True when the planned call was reached. */
  failed(): boolean;
  /** From now on every call works. */
  heal(): void;
}

/** Fails the n-th call to another file system without passing it on; calls before it have their full effect. */
export function faultyFileSystem(inner: FileSystem, plan: FaultPlan): FaultyFileSystem {
  let calls = 0;
  let failed = false;
  let healed = false;
  const observed = observedFileSystem(inner, (operation, path) => {
    if (healed || (plan.operations === "writes" && FILE_SYSTEM_READS.includes(operation))) return;
    calls += 1;
    const due = plan.mode === "from-then-on" ? calls >= plan.failAt : calls === plan.failAt;
    if (!due) return;
    failed = true;
    throw new FileSystemError(plan.kind ?? "io", operation, path);
  });
  return {
    ...observed,
    calls: () => calls,
    failed: () => failed,
    heal: () => {
      healed = true;
    },
  };
}
