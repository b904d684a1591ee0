import { afterEach, beforeEach, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { acquireDatabaseLock } from "../src/index.ts";

const WAIT_MS = 60_000;
/** This package as a child process finds it, under Bun and under Node. */
const MODULE = fileURLToPath(import.meta.resolve("@metis-curate/sqlite"));

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  path = join(directory, "root.lock");
});
afterEach(() => rmSync(directory, { recursive: true }));

/** A process that holds the lock until it is killed; resolves once it holds it. */
async function startHolder() {
  const script = `
    import(${JSON.stringify(MODULE)}).then(async ({ acquireDatabaseLock }) => {
      const lock = await acquireDatabaseLock(${JSON.stringify(path)}, ${WAIT_MS});
      console.log(lock === null ? "refused" : "held");
      setInterval(() => {}, 60_000);
    });`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const [said] = await Promise.race([once(child.stdout, "data"), exited]);
  return { child, exited, said: String(said).trim() };
}

test("a lock left by a killed process is taken over at once", async () => {
  const { child, exited, said } = await startHolder();
  const meanwhile = await acquireDatabaseLock(path, 0).finally(() => child.kill("SIGKILL"));
  await exited;
  expect({ said, meanwhile }).toEqual({ said: "held", meanwhile: null });
  const lock = await acquireDatabaseLock(path, 0);
  expect(lock).not.toBeNull();
  lock?.release();
});

function collectGarbage(): void {
  if (process.versions.bun !== undefined) {
    (globalThis as { Bun?: { gc(force: boolean): void } }).Bun?.gc(true);
    return;
  }
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

test("a lock is held though nobody keeps its handle", async () => {
  expect(await acquireDatabaseLock(path, 0)).not.toBeNull();
  collectGarbage();
  expect(await acquireDatabaseLock(path, 0)).toBeNull();
});

test("the lock file stays empty and leaves no journal", async () => {
  const lock = await acquireDatabaseLock(path, 0);
  expect(statSync(path).size).toBe(0);
  lock?.release();
  expect(statSync(`${path}-journal`, { throwIfNoEntry: false })).toBeUndefined();
});

test("a path that cannot hold a file is an error, not a refusal", async () => {
  expect(acquireDatabaseLock(join(directory, "none", "root.lock"), 0)).rejects.toMatchObject({
    name: "SqliteError",
    kind: "cannot-open",
  });
});
