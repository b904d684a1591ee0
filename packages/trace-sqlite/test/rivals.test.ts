import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readScan, sampleEvent } from "@metis-curate/testkit";
import { createTraceDatabase, openSqliteTrace } from "../src/index.ts";
import { METIS_EVENTS_SQL, makeMetisDatabase } from "./metis-database.ts";

const PROCESSES = 4;
const APPENDS = 40;
const MODULE = JSON.stringify(join(import.meta.dir, "../src/index.ts"));

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  path = join(directory, "metis.db");
});
afterEach(() => rmSync(directory, { recursive: true }));

function spawnScript(script: string) {
  return Bun.spawn([process.execPath, "-e", script], {
    stdout: "pipe",
    stderr: "inherit",
    cwd: import.meta.dir,
  });
}

test("processes that append at once, durably or not, never see the database locked", async () => {
  const rivals = Array.from({ length: PROCESSES }, (_, rival) =>
    spawnScript(`
      const { openSqliteTrace } = await import(${MODULE});
      const store = openSqliteTrace(${JSON.stringify(path)}, { create: true });
      for (let n = 0; n < ${APPENDS}; n += 1) {
        const event = { id: "${rival}-" + n, timestampUs: n, sessionId: "s", turnId: null, parentEventId: null,
          type: "skill.loaded", actor: "agent", sensitivity: "pseudonymous", payload: { n } };
        await store.append([event], n % 4 === 0 ? "full" : "normal");
      }
      store.close();
      console.log("done");`),
  );
  const said = await Promise.all(rivals.map(({ stdout }) => new Response(stdout).text()));
  expect(said).toEqual(Array.from({ length: PROCESSES }, () => "done\n"));
  const store = openSqliteTrace(path);
  expect(await readScan(store, ["skill.loaded"])).toHaveLength(PROCESSES * APPENDS);
  store.close();
});

test("a writer that another program holds up waits and then succeeds", async () => {
  createTraceDatabase(path);
  const child = spawnScript(`
    const { Database } = await import("bun:sqlite");
    const database = new Database(${JSON.stringify(path)});
    database.exec("BEGIN IMMEDIATE");
    await Bun.write(Bun.stdout, "held");
    Bun.sleepSync(60);
    database.exec("COMMIT");`);
  await child.stdout.getReader().read();
  const store = openSqliteTrace(path);
  expect(await store.append([sampleEvent("01", "skill.loaded", {})], "normal")).toEqual(["01"]);
  store.close();
  await child.exited;
});

test("a writer that is held up too long says locked and has appended nothing", async () => {
  const metis = makeMetisDatabase(path, METIS_EVENTS_SQL);
  const store = openSqliteTrace(path, { timeoutMs: 5 });
  metis.exec("BEGIN IMMEDIATE");
  for (const durability of ["normal", "full"] as const) {
    expect(store.append([sampleEvent("01", "skill.loaded", {})], durability)).rejects.toMatchObject({
      name: "TraceError",
      kind: "locked",
    });
  }
  expect(store.probe()).rejects.toMatchObject({ kind: "locked" });
  expect(await store.has("01")).toBe(false);
  metis.exec("ROLLBACK");
  expect(await store.append([sampleEvent("01", "skill.loaded", {})], "full")).toEqual(["01"]);
  store.close();
  metis.close();
});
