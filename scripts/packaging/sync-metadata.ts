/** Writes into every package what all of them share: metadata of the root's `package.json`, and the licence. */
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withSharedMetadata } from "./metadata.ts";
import { listPackages, ROOT, readPackageJson } from "./workspace.ts";

const root = readPackageJson(ROOT);
for (const one of listPackages()) {
  const text = `${JSON.stringify(withSharedMetadata(root, one), null, 2)}\n`;
  writeFileSync(join(one.directory, "package.json"), text);
  copyFileSync(join(ROOT, "LICENSE"), join(one.directory, "LICENSE"));
}
