import { join } from "node:path";
import type { Root } from "./root.ts";

/** The file that names a root's lock (CONTRACTS 7.6). */
export function lockPath(root: Root): string {
  return join(root.privateDir, "lock.db");
}
