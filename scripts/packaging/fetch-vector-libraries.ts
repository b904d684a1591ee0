/** Fetches sqlite-vec for every platform that a binary is built for, whatever this machine is. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import rootPackage from "../../package.json" with { type: "json" };
import { BINARY_TARGETS } from "./build-binaries.ts";
import { ROOT } from "./workspace.ts";

const version = rootPackage.workspaces.catalog["sqlite-vec"];

for (const target of BINARY_TARGETS) {
  const name = `sqlite-vec-${target}`;
  const directory = join(ROOT, "node_modules", name);
  if (existsSync(directory)) continue;
  mkdirSync(directory, { recursive: true });
  const packed = Bun.spawnSync(["npm", "pack", "--silent", `${name}@${version}`], { cwd: directory });
  const file = packed.stdout.toString().trim();
  const unpacked =
    packed.exitCode === 0 &&
    Bun.spawnSync(["tar", "-xzf", file, "--strip-components=1"], { cwd: directory }).exitCode === 0;
  console.log(
    unpacked
      ? `${name} ${version}`
      : `${name} ${version} is not to be had: that binary scans vectors one by one`,
  );
}
