/** Prints what the changelog says of the present version. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import rootPackage from "../../package.json" with { type: "json" };
import { findSection } from "./changelog.ts";
import { ROOT } from "./workspace.ts";

const section = findSection(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8"), rootPackage.version);
if (section === null) {
  console.error(`CHANGELOG.md has no section "## ${rootPackage.version}"`);
  process.exit(1);
}
console.log(section);
