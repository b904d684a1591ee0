import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockContract } from "@metis-curate/testkit";
import { databaseLock } from "../../src/lock/database-lock.ts";

lockContract("databaseLock", () => {
  const directory = mkdtempSync(join(tmpdir(), "metis-"));
  return {
    lock: databaseLock(),
    paths: [join(directory, "a.lock"), join(directory, "b.lock")],
    dispose: () => rmSync(directory, { recursive: true }),
  };
});
