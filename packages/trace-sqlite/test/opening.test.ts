import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TraceError } from "@metis-curate/core";
import { memoryLogger, readScan, sampleEvent } from "@metis-curate/testkit";
import { createTraceDatabase, openSqliteTrace } from "../src/index.ts";
import { insertRaw, METIS_EVENTS_SQL, makeMetisDatabase } from "./metis-database.ts";

/**
 * Code of a child process that becomes the user `nobody` once its modules are loaded: file permissions do not
 * bind root, and `nobody` may be unable to reach the modules or the runtime.
 */
const DROP_ROOT = "if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }";
/** Whether every user can reach the temporary directory. */
const PUBLIC_TEMP = isPublic(realpathSync(tmpdir()));

function isPublic(path: string): boolean {
  return (statSync(path).mode & 0o1) !== 0 && (path === dirname(path) || isPublic(dirname(path)));
}

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  path = join(directory, "metis.db");
});
afterEach(() => rmSync(directory, { recursive: true }));

function kindThrown(options: Parameters<typeof openSqliteTrace>[1] = {}): string {
  try {
    openSqliteTrace(path, options).close();
    return "opened";
  } catch (error) {
    const { name, kind, message } = error as TraceError;
    expect(message).toContain(path);
    return name === "TraceError" ? kind : name;
  }
}

describe("openSqliteTrace refuses", () => {
  test("a missing file, without making it", () => {
    expect(kindThrown()).toBe("missing");
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
  });

  test("a directory", () => {
    mkdirSync(path);
    expect(kindThrown()).toBe("unreadable");
    expect(kindThrown({ create: true })).toBe("unreadable");
  });

  test.each([
    ["text", "x".repeat(5_000)],
    ["a few bytes", "{}"],
    ["nothing", ""],
  ])("a file that holds %s", (_, content) => {
    writeFileSync(path, content);
    expect(kindThrown()).toBe("not-a-trace");
  });

  test.each([
    ["no events table", "CREATE TABLE other(id TEXT)"],
    ["an events table of something else", "CREATE TABLE events(id INTEGER, title TEXT)"],
    ["half an events table", "CREATE TABLE events(id TEXT PRIMARY KEY, type TEXT, payload_json TEXT)"],
  ])("a database with %s, and leaves it as it is", (_, sql) => {
    makeMetisDatabase(path, sql).close();
    expect(kindThrown()).toBe("not-a-trace");
    expect(kindThrown({ create: true })).toBe("not-a-trace");
  });

  test("making a trace inside another program's database", () => {
    makeMetisDatabase(path, "CREATE TABLE other(id TEXT)").close();
    expect(() => createTraceDatabase(path)).toThrow(/holds other tables \(other\)/);
  });
});

describe("openSqliteTrace makes what is missing when asked", () => {
  test("a file with its directories", async () => {
    const deep = join(directory, "a", "b", "metis.db");
    const store = openSqliteTrace(deep, { create: true });
    expect(await store.info()).toMatchObject({ path: deep, writable: true, schemaVersion: 1 });
    store.close();
  });

  test("the schema of an empty file", async () => {
    writeFileSync(path, "");
    const store = openSqliteTrace(path, { create: true });
    expect(await store.append([sampleEvent("01", "skill.loaded", {})], "full")).toEqual(["01"]);
    store.close();
  });
});

describe("a trace that must not be written", () => {
  test("of a newer schema answers, and says why it takes nothing", async () => {
    const metis = makeMetisDatabase(path, `${METIS_EVENTS_SQL} PRAGMA user_version = 2;`);
    insertRaw(metis, { id: "01" });
    const logger = memoryLogger();
    const store = openSqliteTrace(path, { logger });
    expect(await store.info()).toMatchObject({ writable: false, schemaVersion: 2, newestEventId: "01" });
    expect(await readScan(store, ["skill.loaded"])).toHaveLength(1);
    const refusal = {
      name: "TraceError",
      kind: "read-only",
      message: expect.stringContaining("newer than 1"),
    };
    expect(store.append([sampleEvent("02", "skill.loaded", {})], "normal")).rejects.toMatchObject(refusal);
    expect(store.probe()).rejects.toMatchObject(refusal);
    expect(logger.messages("warning")).toEqual([expect.stringContaining("opened read-only")]);
    store.close();
    metis.close();
  });

  test.skipIf(!PUBLIC_TEMP).each([
    ["file", 0o444, 0o755],
    ["directory", 0o644, 0o555],
    ["file and directory", 0o444, 0o555],
  ])("by its %s's permissions answers, and says why it takes nothing", (_, fileMode, directoryMode) => {
    const metis = makeMetisDatabase(path, METIS_EVENTS_SQL);
    insertRaw(metis, { id: "01" });
    metis.close();
    chmodSync(path, fileMode);
    chmodSync(directory, directoryMode);
    const script = `
      const { openSqliteTrace } = await import(${JSON.stringify(join(import.meta.dir, "../src/index.ts"))});
      ${DROP_ROOT}
      const store = openSqliteTrace(${JSON.stringify(path)});
      const { writable, newestEventId } = await store.info();
      const kinds = [];
      for (const work of [() => store.probe(), () => store.append([], "normal")]) {
        await work().catch((error) => kinds.push(error.kind));
      }
      console.log(JSON.stringify({ writable, newestEventId, kinds }));`;
    const child = spawnSync(process.execPath, ["-e", script], {
      encoding: "utf8",
      cwd: import.meta.dir,
    });
    chmodSync(directory, 0o755);
    expect({ said: child.stdout.trim(), stderr: child.stderr }).toEqual({
      said: '{"writable":false,"newestEventId":"01","kinds":["read-only","read-only"]}',
      stderr: "",
    });
  });
});
