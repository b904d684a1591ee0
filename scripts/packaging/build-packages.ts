/** Builds every package, unless all is as it was at the last build: tests read `dist/` while others ask for it. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { acquireDatabaseLock } from "@metis-curate/sqlite";
import { listPackages, ROOT } from "./workspace.ts";

const CACHE = join(ROOT, "node_modules/.cache");
const LOCK_FILE = join(CACHE, "metis-build.db");
const STAMP_FILE = join(CACHE, "metis-build.txt");
/** A build of all packages takes some seconds. */
const LOCK_WAIT_MS = 600_000;
/** All that `dist/` is made of. */
const INPUTS = [
  "packages/*/src/**/*",
  "packages/*/package.json",
  "scripts/packaging/*.ts",
  "man/*",
  "docs/*.json",
  "tsconfig.base.json",
];

/**
 * Builds what changed since the last build, one process at a time. Throws when a package cannot be built, with what the
 * build said.
 */
export async function buildPackages(): Promise<void> {
  if (isFresh(fingerprint())) return;
  mkdirSync(CACHE, { recursive: true });
  const lock = await acquireDatabaseLock(LOCK_FILE, LOCK_WAIT_MS);
  if (lock === null) throw new Error(`another build holds ${LOCK_FILE}`);
  try {
    const wanted = fingerprint();
    if (!isFresh(wanted)) buildNow(wanted);
  } finally {
    lock.release();
  }
}

function buildNow(wanted: string): void {
  runBun([join(ROOT, "node_modules/.bin/turbo"), "run", "build", "--output-logs=errors-only"]);
  // Not a task of turbo's: a bundle out of its cache would seem older than the sources.
  runBun([join(ROOT, "scripts/packaging/build-hook.ts")]);
  writeFileSync(STAMP_FILE, wanted);
}

function runBun(words: readonly string[]): void {
  const ran = Bun.spawnSync([process.execPath, ...words], { cwd: ROOT });
  if (ran.exitCode !== 0) throw new Error(`the build failed:\n${ran.stdout}${ran.stderr}`);
}

function isFresh(wanted: string): boolean {
  const results = listPackages().map(({ directory }) => join(directory, "dist/index.js"));
  const isBuilt = [...results, join(ROOT, "packages/cli/bundle/hook-main.js")].every((file) =>
    existsSync(file),
  );
  return isBuilt && existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, "utf8") === wanted;
}

/** Of the contents, not of times: a checkout of the same commit is the same. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const files = INPUTS.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })]);
  for (const file of files.sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

if (import.meta.main) await buildPackages();
