/** Writes every generated file of the documentation: `bun run docs`. A test compares them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { GENERATED_FILES } from "./generated-files.ts";

const ROOT = join(import.meta.dir, "../..");

for (const file of GENERATED_FILES) {
  const path = join(ROOT, file.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await file.write());
  console.log(file.path);
}
