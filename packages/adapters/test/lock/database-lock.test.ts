import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseLock } from "@metis-curate/adapters";
import { FileSystemError } from "@metis-curate/core";

const directory = mkdtempSync(join(tmpdir(), "metis-lock-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("a lock file that cannot be one is an error of the file system, not of SQLite", async () => {
  mkdirSync(join(directory, "a-directory"));
  writeFileSync(
    join(directory, "garbage"),
    "no database at all, and longer than a header of one hundred bytes".repeat(4),
  );
  for (const name of ["a-directory", "garbage", "missing/lock.db"]) {
    const acquiring = databaseLock().acquire(join(directory, name), 0);
    await expect(acquiring, name).rejects.toBeInstanceOf(FileSystemError);
  }
});

test("a lock whose file is removed or replaced is no longer whole", async () => {
  const lock = databaseLock();
  const path = join(directory, "lost.db");
  const handle = await lock.acquire(path, 0);
  expect(lock.isIntact?.(path)).toBe(true);
  rmSync(path);
  expect(lock.isIntact?.(path)).toBe(false);
  const rival = await databaseLock().acquire(path, 0);
  expect(rival).not.toBeNull();
  expect(lock.isIntact?.(path)).toBe(false);
  rival?.release();
  handle?.release();
  const again = await lock.acquire(path, 0);
  expect(lock.isIntact?.(path)).toBe(true);
  again?.release();
});

test("who waited for a file that was replaced meanwhile waits for the new one", async () => {
  const path = join(directory, "replaced.db");
  const first = await databaseLock().acquire(path, 0);
  const waiting = databaseLock().acquire(path, 60_000);
  rmSync(path);
  const second = await databaseLock().acquire(path, 0);
  first?.release();
  expect(await Promise.race([waiting, Bun.sleep(100).then(() => "still waiting")])).toBe("still waiting");
  second?.release();
  const third = await waiting;
  expect(third).not.toBeNull();
  expect(await databaseLock().acquire(path, 0)).toBeNull();
  third?.release();
});
