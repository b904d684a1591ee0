/** `swap-links.ts <directory> <elsewhere>`: swaps a directory for a link and back, as fast as it can, until killed. */
import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [directory = "", elsewhere = ""] = process.argv.slice(2);
process.stdout.write("swapping\n");
for (;;) {
  renameSync(directory, `${directory}.away`);
  symlinkSync(elsewhere, directory);
  unlinkSync(directory);
  renameSync(`${directory}.away`, directory);
}
