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
