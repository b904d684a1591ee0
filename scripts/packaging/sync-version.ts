/**
 * After `changeset version`: the version that it gave to the packages goes to the root and into the plugin, and what it
 * wrote of them into the one changelog.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mergeChangelogs } from "./changelog.ts";
import { VERSION_PLACES } from "./version-places.ts";
import { listPackages, ROOT, readPackageJson } from "./workspace.ts";

const DATE_DIGITS = 10;

const { version } = readPackageJson(join(ROOT, "packages/cli"));
for (const { path, pattern } of VERSION_PLACES) {
  const file = join(ROOT, path);
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(
      pattern,
      (_, before: string, after: string) => before + version + after,
    ),
  );
}
const changelogs = listPackages()
  .map(({ directory }) => join(directory, "CHANGELOG.md"))
  .filter(existsSync);
const file = join(ROOT, "CHANGELOG.md");
const merged = mergeChangelogs(readFileSync(file, "utf8"), {
  version,
  date: new Date().toISOString().slice(0, DATE_DIGITS),
  packages: changelogs.map((path) => readFileSync(path, "utf8")),
});
writeFileSync(file, merged);
for (const path of changelogs) rmSync(path);
console.log(version);
