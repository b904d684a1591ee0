import { afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPackages } from "../packaging/build-packages.ts";
import { ROOT } from "../packaging/workspace.ts";
import { findNodes } from "./find-nodes.ts";
import { PEER_ACTS } from "./peer-acts.ts";

const TIMEOUT_MS = 180_000;
/** A service that used better-sqlite3 before it asked us: URIs are then off for the whole process. */
const HOST = `
  import Database from "better-sqlite3";
  const host = new Database(":memory:");
  const { openDatabase } = await import("@metis-curate/sqlite");
  const { openReadingTrace, openSqliteTrace } = await import("@metis-curate/trace-sqlite");
  const path = process.argv[1];
  const count = (database) => database.prepare("SELECT count(*) AS count FROM events").get().count;
  const read = (options) => {
    const database = openDatabase(path, { mode: "read-only", timeoutMs: 0, synchronous: "normal", ...options });
    const found = count(database);
    let refused = "";
    try { database.exec("DELETE FROM events"); } catch (error) { refused = error.code; }
    database.close();
    return [found, refused];
  };
  const plain = read({});
  let vfs = "";
  try { read({ vfs: "unix-dotfile" }); } catch (error) { vfs = error.message; }
  const store = openSqliteTrace(path);
  const { writable } = await store.info();
  store.close();
  // Neither of these leaves a file beside the database.
  const reading = openReadingTrace(path, 1_000);
  const { newestEventId } = await reading.info();
  reading.close();
  const immutable = read({ immutable: true });
  console.log(JSON.stringify({ plain, immutable, newestEventId, writable, vfs }));
  host.close();`;

let directory: string;
let file: string;
beforeAll(buildPackages, TIMEOUT_MS);
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  file = join(directory, "with space & 100% ?#.db");
});
afterEach(() => rmSync(directory, { recursive: true }));

for (const node of findNodes().filter(({ driver }) => driver === "better-sqlite3")) {
  if ("absent" in node) {
    test.skip(`beside a host on Node: ${node.absent}`, () => {});
    continue;
  }
  test("a program that opened a database of its own first reads and writes ours all the same", async () => {
    await PEER_ACTS.appendEvents(file, 0, 3);
    const ran = Bun.spawnSync([node.program, "--input-type=module", "-e", HOST, file], {
      cwd: ROOT,
      env: { PATH: process.env["PATH"] ?? "", HOME: directory, METIS_SQLITE_DRIVER: node.driver },
    });
    expect(ran.stderr.toString()).toBe("");
    expect(JSON.parse(ran.stdout.toString())).toEqual({
      plain: [3, "SQLITE_READONLY"],
      immutable: [3, "SQLITE_READONLY"],
      newestEventId: "0-0002",
      writable: true,
      vfs: expect.stringContaining("no other VFS"),
    });
    expect(readdirSync(directory)).toEqual(["with space & 100% ?#.db"]);
  });
}
