import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freeLog } from "../src/free-log.ts";
import { type OpenOptions, openDatabase, type SqliteError } from "../src/index.ts";

const WRITE: OpenOptions = { mode: "read-write", create: true, timeoutMs: 0, synchronous: "normal" };
const READ: OpenOptions = { mode: "read-only", timeoutMs: 0, synchronous: "normal" };
/**
 * Code of a child process that becomes the user `nobody` once its modules are loaded: file permissions do not
 * bind root, and `nobody` may be unable to reach the modules or the runtime.
 */
const DROP_ROOT = "if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }";
/** This package as a child process finds it, under Bun and under Node. */
const MODULE = fileURLToPath(import.meta.resolve("@metis-curate/sqlite"));
/** Whether every user can reach the temporary directory. */
const PUBLIC_TEMP = isPublic(realpathSync(tmpdir()));

function isPublic(path: string): boolean {
  return (statSync(path).mode & 0o1) !== 0 && (path === dirname(path) || isPublic(dirname(path)));
}

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

function kindThrown(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (error) {
    return (error as SqliteError).kind;
  }
}

function makeDatabase(path: string): void {
  const database = openDatabase(path, WRITE);
  database.exec("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (7)");
  database.close();
}

describe("openDatabase for writing", () => {
  test("uses WAL, no foreign keys, the given timeout and synchronous level", () => {
    const database = openDatabase(join(directory, "a.db"), {
      ...WRITE,
      timeoutMs: 1_234,
      synchronous: "full",
    });
    expect(database.journalMode).toBe("wal");
    expect(database.prepare("PRAGMA foreign_keys").get()).toEqual({ foreign_keys: 0 });
    expect(database.prepare("PRAGMA busy_timeout").get()).toEqual({ timeout: 1_234 });
    expect(database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
    database.close();
  });

  test("a missing file is made only when asked", () => {
    expect(kindThrown(() => openDatabase(join(directory, "a.db"), { ...WRITE, create: false }))).toBe(
      "cannot-open",
    );
    expect(kindThrown(() => openDatabase(join(directory, "none", "a.db"), WRITE))).toBe("cannot-open");
  });

  test("a file that is no database is named so", () => {
    const path = join(directory, "a.db");
    writeFileSync(path, "x".repeat(4_096));
    expect(kindThrown(() => openDatabase(path, WRITE))).toBe("not-a-database");
    expect(kindThrown(() => openDatabase(path, READ))).toBe("not-a-database");
  });

  test("where the file system has no WAL it writes with a rollback journal and says so", () => {
    const database = openDatabase(join(directory, "a.db"), { ...WRITE, vfs: "unix-dotfile" });
    expect(database.journalMode).toBe("delete");
    database.exec("CREATE TABLE t (n INTEGER)");
    expect(database.prepare("INSERT INTO t VALUES (?)").run(7)).toBe(1);
    expect(database.prepare("SELECT n FROM t").all()).toEqual([{ n: 7 }]);
    database.close();
  });

  test("a timeout that is no number of milliseconds is refused", () => {
    expect(kindThrown(() => openDatabase(join(directory, "a.db"), { ...WRITE, timeoutMs: Number.NaN }))).toBe(
      "other",
    );
  });

  test("closing gives the file back at once, whatever was prepared and half read", () => {
    const database = openDatabase(join(directory, "a.db"), WRITE);
    database.exec("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (7), (8)");
    const statement = database.prepare("SELECT n FROM t");
    const rows = statement.iterate();
    rows.next();
    expect(readdirSync(directory).sort()).toEqual(["a.db", "a.db-shm", "a.db-wal"]);
    database.close();
    expect(readdirSync(directory)).toEqual(["a.db"]);
    expect(() => statement.get()).toThrow();
    expect(() => rows.next()).toThrow();
  });

  test("another call on a statement ends the rows that were half read", () => {
    const database = openDatabase(":memory:", WRITE);
    database.exec("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (7), (8), (9)");
    const statement = database.prepare<{ n: number }>("SELECT n FROM t");
    const rows = statement.iterate();
    expect(rows.next().value).toEqual({ n: 7 });
    expect(statement.get()).toEqual({ n: 7 });
    expect(() => rows.next()).toThrow();
    expect([...statement.iterate()].length).toBe(3);
    database.close();
  });

  test("rows that are half read keep nothing else from running", () => {
    const database = openDatabase(join(directory, "a.db"), WRITE);
    database.exec("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (7), (8), (9)");
    const seen: number[] = [];
    for (const { n } of database.prepare<{ n: number }>("SELECT n FROM t WHERE n < 10").iterate()) {
      seen.push(n);
      database.prepare("INSERT INTO t VALUES (?)").run(n + 10);
    }
    expect(seen).toEqual([7, 8, 9]);
    expect(database.prepare("SELECT sum(n) AS sum FROM t").get()).toEqual({ sum: 24 + 54 });
    database.close();
  });

  test("values come back as they went in, whole numbers as such", () => {
    const database = openDatabase(":memory:", WRITE);
    const values = [
      1,
      2 ** 40,
      Number.MAX_SAFE_INTEGER,
      -5,
      1.5,
      7n,
      "text",
      null,
      true,
      new Uint8Array([1, 2]),
    ];
    const kindsOf = database.prepare<{ value: unknown; kind: string }>(
      "SELECT ?1 AS value, typeof(?1) AS kind",
    );
    const rows = values.map((value) => kindsOf.get(value));
    expect(rows.map((row) => row?.kind)).toEqual([
      "integer",
      "integer",
      "integer",
      "integer",
      "real",
      "integer",
      "text",
      "null",
      "integer",
      "blob",
    ]);
    expect(rows.slice(0, 9).map((row) => row?.value)).toEqual([
      1,
      2 ** 40,
      Number.MAX_SAFE_INTEGER,
      -5,
      1.5,
      7,
      "text",
      null,
      1,
    ]);
    expect(Array.from((rows[9] as { value: Uint8Array }).value)).toEqual([1, 2]);
    database.close();
  });

  test("bytes that are none are bytes all the same, however they were made", () => {
    const database = openDatabase(":memory:", WRITE);
    const kindOf = database.prepare<{ kind: string }>("SELECT typeof(?) AS kind");
    const empty = [new Uint8Array(), new Uint8Array(new ArrayBuffer(0)), Uint8Array.of(1).subarray(1)];
    expect(empty.map((value) => kindOf.get(value)?.kind)).toEqual(["blob", "blob", "blob"]);
    database.close();
  });

  test("a number that is no number of this language is near enough, and spoils no row", () => {
    const database = openDatabase(":memory:", WRITE);
    const huge = database.prepare("SELECT 9223372036854775807 AS n, 'x' AS text");
    expect([huge.get(), ...huge.all(), ...huge.iterate()]).toEqual(
      Array.from({ length: 3 }, () => ({ n: 2 ** 63, text: "x" })),
    );
    database.close();
  });

  test("a statement without rows has none, and one with rows counts what it changed", () => {
    const database = openDatabase(":memory:", WRITE);
    database.exec("CREATE TABLE t (n INTEGER)");
    expect(database.prepare("INSERT INTO t VALUES (1)").get()).toBeUndefined();
    expect(database.prepare("INSERT INTO t VALUES (2)").all()).toEqual([]);
    expect([...database.prepare("INSERT INTO t VALUES (3)").iterate()]).toEqual([]);
    expect(database.prepare("INSERT INTO t VALUES (4), (5) RETURNING n").run()).toBe(2);
    expect(database.prepare("SELECT count(*) AS count FROM t").get()).toEqual({ count: 5 });
    database.close();
  });

  test("a parameter with a number is one value wherever it stands; in a text it is none", () => {
    const database = openDatabase(":memory:", WRITE);
    database.exec("CREATE TABLE t (n INTEGER PRIMARY KEY, count INTEGER)");
    const add = database.prepare<{ count: number }>(
      "INSERT INTO t VALUES (?1, ?2) ON CONFLICT (n) DO UPDATE SET count = count + ?2 RETURNING count",
    );
    expect([add.get(7, 2), add.get(7, 3)]).toEqual([{ count: 2 }, { count: 5 }]);
    const text = database.prepare(`SELECT '?1' AS "?2", ? AS a /* ?3 */, ? AS b -- ?4`);
    expect(text.get("x", "y")).toEqual({ "?2": "?1", a: "x", b: "y" });
    database.close();
  });

  test("closing twice is harmless", () => {
    const database = openDatabase(":memory:", WRITE);
    database.close();
    expect(() => database.close()).not.toThrow();
  });
});

describe("openDatabase for reading", () => {
  test.each(["a.db", "with space & 100%.db", "odd?name#1.db", "日本.db"])(
    "reads %s and refuses to write it",
    (name) => {
      const path = join(directory, name);
      makeDatabase(path);
      const database = openDatabase(path, READ);
      expect(database.readOnly).toBe(true);
      expect(database.prepare("SELECT n FROM t").all()).toEqual([{ n: 7 }]);
      expect(() => database.exec("INSERT INTO t VALUES (8)")).toThrow(/readonly/);
      database.close();
    },
  );

  test("a missing file is not made", () => {
    expect(kindThrown(() => openDatabase(join(directory, "a.db"), READ))).toBe("cannot-open");
  });

  test("a log that is left of a time without permission to write does not outlast it", () => {
    const path = join(directory, "a.db");
    makeDatabase(path);
    chmodSync(path, 0o444);
    const reader = openDatabase(path, READ);
    expect(reader.prepare("SELECT n FROM t").all()).toEqual([{ n: 7 }]);
    reader.close();
    const modes = () =>
      ["a.db", "a.db-wal", "a.db-shm"].map((name) => statSync(join(directory, name)).mode & 0o777);
    expect(modes()).toEqual([0o444, 0o444, 0o444]);
    chmodSync(path, 0o640);
    const writer = openDatabase(path, WRITE);
    expect(writer.prepare("INSERT INTO t VALUES (8)").run()).toBe(1);
    expect(modes()).toEqual([0o640, 0o640, 0o640]);
    writer.close();
  });

  test("a log that somebody may write is left as it is, and so is what a link leads to", () => {
    const path = join(directory, "a.db");
    makeDatabase(path);
    writeFileSync(join(directory, "elsewhere"), "");
    chmodSync(join(directory, "elsewhere"), 0o444);
    symlinkSync(join(directory, "elsewhere"), `${path}-wal`);
    writeFileSync(`${path}-shm`, "");
    chmodSync(`${path}-shm`, 0o600);
    freeLog(path);
    freeLog(join(directory, "nothing.db"));
    expect(statSync(join(directory, "elsewhere")).mode & 0o777).toBe(0o444);
    expect(statSync(`${path}-shm`).mode & 0o777).toBe(0o600);
  });

  test.skipIf(!PUBLIC_TEMP)("a WAL database in a directory that takes no files is read as immutable", () => {
    const path = join(directory, "a.db");
    makeDatabase(path);
    chmodSync(path, 0o444);
    chmodSync(directory, 0o555);
    const script = `
      import(${JSON.stringify(MODULE)}).then(({ openDatabase }) => {
        openDatabase(":memory:", ${JSON.stringify(WRITE)}).close();
        ${DROP_ROOT}
        const database = openDatabase(${JSON.stringify(path)}, ${JSON.stringify(READ)});
        console.log(JSON.stringify(database.prepare("SELECT n FROM t").all()));
      });`;
    const child = spawnSync(process.execPath, ["-e", script], {
      encoding: "utf8",
      env: { ...process.env, HOME: directory },
    });
    chmodSync(directory, 0o755);
    expect({ stdout: child.stdout, stderr: child.stderr }).toEqual({ stdout: '[{"n":7}]\n', stderr: "" });
  });
});
