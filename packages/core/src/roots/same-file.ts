import type { FileInfo } from "../ports/file-system.ts";

/** A file that changed this lately may change again without another time: some file systems are two seconds coarse. */
const SETTLED_MS = 2_100;

/** Whether two looks at a path saw the same file with the same times. */
export function isSameFile(left: FileInfo, right: FileInfo): boolean {
  return (
    left.device === right.device &&
    left.inode === right.inode &&
    left.modifiedAtMs === right.modifiedAtMs &&
    left.mode === right.mode &&
    left.size === right.size
  );
}

/** Whether a later change would show in `isSameFile`; `nowMs` is the time by the clock of the files. */
export function isSettled({ modifiedAtMs }: FileInfo, nowMs: number): boolean {
  return Math.abs(nowMs - modifiedAtMs) >= SETTLED_MS;
}
