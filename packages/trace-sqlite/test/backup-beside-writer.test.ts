import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { traceEvent } from "@metis-curate/testkit";
import { openSqliteTrace, sqliteTraceBackup } from "../src/index.ts";

let directory: string;
let file: string;
let copy: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-trace-backup-"));
  file = join(directory, "metis.db");
  copy = join(directory, "copy.db");
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** As `pair-writer.ts` makes them. */
function idOf(at: number): string {
  return traceEvent({ type: "skill.loaded", atUs: 1_000_000 * at }, at).id;
}

test("every copy beside a process that never stops writing is one moment: whole pairs, from the first on", async () => {
  openSqliteTrace(file, { create: true }).close();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "pair-writer.ts"), file], {
    stdout: "pipe",
  });
  try {
    const reader = child.stdout.getReader();
    await reader.read();
    const backup = sqliteTraceBackup(file);
    let before = 0;
    for (let number = 0; number < 5 || before <= 20; number += 1) {
      const path = `${copy}-${number}`;
      await backup.copyTo(path);
      const opened = backup.openCopy(path);
      const ids: string[] = [];
      for await (const { events } of opened.scanAll()) ids.push(...events.map(({ event }) => event.id));
      opened.close();
      expect(ids.length % 2).toBe(0);
      expect(ids.length).toBeGreaterThanOrEqual(before);
      expect(ids).toEqual(Array.from(ids, (_, at) => idOf(at)));
      before = ids.length;
    }
  } finally {
    child.kill();
    await child.exited;
  }
});
