/**
 * Publishes every package that its registry does not have in this version, in the order of their dependencies, with
 * provenance. `--dry-run` packs and says what would be published.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PackedPackage, packPackages } from "./pack-packages.ts";

const isDryRun = process.argv.includes("--dry-run");

const directory = mkdtempSync(join(tmpdir(), "metis-publish-"));
try {
  for (const pack of inOrder(await packPackages(directory))) {
    if (!publish(pack)) process.exit(1);
  }
} finally {
  rmSync(directory, { recursive: true });
}

function publish({ name, json, tarball }: PackedPackage): boolean {
  const id = `${name}@${json.version}`;
  if (isDryRun) {
    console.log(`would publish ${id}`);
    return true;
  }
  if (Bun.spawnSync(["npm", "view", id, "version"]).stdout.toString().trim() === json.version) {
    console.log(`${id} is published already`);
    return true;
  }
  const command = ["npm", "publish", tarball, "--access", "public", "--provenance"];
  const ran = Bun.spawnSync(command, { stdout: "inherit", stderr: "inherit" });
  return ran.exitCode === 0;
}

/** A package comes after all that it depends on: nobody can install half of a release. */
function inOrder(packs: readonly PackedPackage[]): readonly PackedPackage[] {
  const byName = new Map(packs.map((pack) => [pack.name, pack]));
  const ordered = new Set<PackedPackage>();
  const add = (pack: PackedPackage): void => {
    if (ordered.has(pack)) return;
    for (const name of Object.keys(pack.json.dependencies ?? {})) {
      const needed = byName.get(name);
      if (needed !== undefined) add(needed);
    }
    ordered.add(pack);
  };
  for (const pack of packs) add(pack);
  return [...ordered];
}
