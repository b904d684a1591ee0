import { dirname, join } from "node:path";
import type { FileSystem } from "../../ports/file-system.ts";
import { discardNameOf } from "./leftover-names.ts";
import { removeTree } from "./remove-tree.ts";

/** Removes a source whose full copy was verified, under a name that marks it as ours to remove. */
export function discardVerified(fs: FileSystem, removing: string, id: string): void {
  const parent = dirname(removing);
  const discard = join(parent, discardNameOf(id));
  removeTree(fs, discard);
  fs.rename(removing, discard);
  fs.fsyncDirectory(parent);
  removeTree(fs, discard);
  fs.fsyncDirectory(parent);
}
