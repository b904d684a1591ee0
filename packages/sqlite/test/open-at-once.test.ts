import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROCESSES = 4;
const FILES = 40;
const MODULE = JSON.stringify(join(import.meta.dir, "../src/index.ts"));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

test("processes that make the same new file at once wait for each other", async () => {
  const script = `
    const { openDatabase } = await import(${MODULE});
    for (let n = 0; n < ${FILES}; n += 1) {
      const path = ${JSON.stringify(join(directory, "new-"))} + n;
      openDatabase(path, { mode: "read-write", create: true, timeoutMs: 10_000, synchronous: "full" }).close();
    }
    console.log("done");`;
  const rivals = Array.from({ length: PROCESSES }, () =>
    Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" }),
  );
  const said = await Promise.all(rivals.map(({ stdout }) => new Response(stdout).text()));
  expect(said).toEqual(Array.from({ length: PROCESSES }, () => "done\n"));
});
