import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  classifySqliteError,
  immediateTransaction,
  openDatabase,
  type SqliteDatabase,
} from "../src/index.ts";

function openTable(path = ":memory:"): SqliteDatabase {
  const database = openDatabase(path, {
    mode: "read-write",
    create: true,
    timeoutMs: 0,
    synchronous: "normal",
  });
  database.exec("CREATE TABLE IF NOT EXISTS t (n INTEGER)");
  return database;
}

test("the work's result is returned and its writes stay", () => {
  const database = openTable();
  expect(immediateTransaction(database, () => database.prepare("INSERT INTO t VALUES (1)").run())).toBe(1);
  expect(database.inTransaction).toBe(false);
  expect(database.prepare("SELECT n FROM t").all()).toEqual([{ n: 1 }]);
});

test("work that throws leaves nothing", () => {
  const database = openTable();
  const fail = () => {
    database.exec("INSERT INTO t VALUES (1)");
    throw new Error("no");
  };
  expect(() => immediateTransaction(database, fail)).toThrow("no");
  expect(database.inTransaction).toBe(false);
  expect(database.prepare("SELECT n FROM t").all()).toEqual([]);
});

test("asynchronous work does not compile, and is rolled back when it runs all the same", () => {
  const database = openTable();
  const work = async () => {
    database.exec("INSERT INTO t VALUES (1)");
  };
  // @ts-expect-error a promise is refused by the type
  expect(() => immediateTransaction(database, work)).toThrow(TypeError);
  expect(database.prepare("SELECT n FROM t").all()).toEqual([]);
});

test("a rival that writes makes it busy before the work begins", () => {
  const directory = mkdtempSync(join(tmpdir(), "metis-"));
  const path = join(directory, "a.db");
  const [first, second] = [openTable(path), openTable(path)];
  let ran = false;
  first.exec("BEGIN IMMEDIATE");
  let kind = "none";
  try {
    immediateTransaction(second, () => {
      ran = true;
    });
  } catch (error) {
    kind = classifySqliteError(error);
  }
  expect({ kind, ran }).toEqual({ kind: "busy", ran: false });
  first.close();
  second.close();
  rmSync(directory, { recursive: true });
});
