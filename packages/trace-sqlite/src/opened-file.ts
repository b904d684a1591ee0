import { statSync } from "node:fs";
import { TraceError } from "@metis-curate/core";

/**
 * Returns a check that a path still leads to the file it leads to now. SQLite goes on writing to a database that was
 * moved away, and nobody would ever read it. The check throws `TraceError`: `missing`, or `unreadable` for another file.
 */
export function openedFile(path: string): () => void {
  const opened = identityOf(path);
  return () => {
    const now = identityOf(path);
    if (now === opened) return;
    if (now === null) throw new TraceError("missing", `trace ${path} was removed while it was in use`);
    throw new TraceError("unreadable", `trace ${path} was replaced by another file while it was in use`);
  };
}

function identityOf(path: string): string | null {
  const info = statSync(path, { throwIfNoEntry: false });
  return info === undefined ? null : `${info.dev} ${info.ino}`;
}
