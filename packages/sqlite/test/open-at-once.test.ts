import { afterEach, beforeEach, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const PROCESSES = 4;
const FILES = 40;
/** This package as a child process finds it, under Bun and under Node. */
const MODULE = JSON.stringify(fileURLToPath(import.meta.resolve("@metis-curate/sqlite")));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

test("processes that make the same new file at once wait for each other", async () => {
  const script = `
    import(${MODULE}).then(({ openDatabase }) => {
      for (let n = 0; n < ${FILES}; n += 1) {
        const path = ${JSON.stringify(join(directory, "new-"))} + n;
        openDatabase(path, { mode: "read-write", create: true, timeoutMs: 10_000, synchronous: "full" }).close();
      }
      console.log("done");
    });`;
  const rivals = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  const said = await Promise.all(rivals.map(({ stdout }) => text(stdout)));
  expect(said).toEqual(Array.from({ length: PROCESSES }, () => "done\n"));
});
