import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import { fileSystemContract } from "@metis-curate/testkit";

fileSystemContract("nodeFileSystem", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "metis-")));
  return {
    fs: nodeFileSystem(),
    base,
    // Permission bits do not bind root, so the model they are compared with is privileged then, too.
    privileged: process.getuid?.() === 0,
    makeSpecial: (path) => {
      spawnSync("mkfifo", [path]);
    },
    dispose: () => {
      spawnSync("chmod", ["-R", "u+rwX", base]);
      rmSync(base, { recursive: true, force: true });
    },
  };
});
