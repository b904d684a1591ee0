import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acquireDatabaseLock } from "../src/index.ts";

const WAIT_MS = 60_000;
const MODULE = join(import.meta.dir, "../src/index.ts");

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
    const { acquireDatabaseLock } = await import(${JSON.stringify(MODULE)});
    const lock = await acquireDatabaseLock(${JSON.stringify(path)}, ${WAIT_MS});
    console.log(lock === null ? "refused" : "held");
    setInterval(() => {}, 60_000);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.getReader().read();
  return { child, said: new TextDecoder().decode(value).trim() };
}

test("a lock left by a killed process is taken over at once", async () => {
  const { child, said } = await startHolder();
  const meanwhile = await acquireDatabaseLock(path, 0).finally(() => child.kill("SIGKILL"));
  await child.exited;
  expect({ said, meanwhile }).toEqual({ said: "held", meanwhile: null });
  const lock = await acquireDatabaseLock(path, 0);
  expect(lock).not.toBeNull();
  lock?.release();
});

test("a lock is held though nobody keeps its handle", async () => {
  expect(await acquireDatabaseLock(path, 0)).not.toBeNull();
  Bun.gc(true);
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
