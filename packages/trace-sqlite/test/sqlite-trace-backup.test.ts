import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventEnvelope, type TraceCopy, TraceError, type TraceErrorKind } from "@metis-curate/core";
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

function someEvents(count: number, from = 0): readonly EventEnvelope[] {
  return Array.from({ length: count }, (_, at) =>
    traceEvent(
      { type: "skill.loaded", atUs: 1_000_000 * (from + at), payload: { at: from + at } },
      from + at,
    ),
  );
}

async function idsIn(opened: TraceCopy): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { events } of opened.scanAll()) ids.push(...events.map(({ event }) => event.id));
  return ids;
}

function kindOf(error: unknown): TraceErrorKind | null {
  return error instanceof TraceError ? error.kind : null;
}

test("a copy holds every event in order, beside a writer that goes on", async () => {
  const store = openSqliteTrace(file, { create: true });
  const events = someEvents(1200);
  await store.append(events, "normal");
  const rival = new Database(file);
  rival.exec("BEGIN IMMEDIATE");
  await sqliteTraceBackup(file, { timeoutMs: 0 }).copyTo(copy);
  rival.exec("ROLLBACK");
  rival.close();
  await store.append(someEvents(3, 1200), "normal");
  const opened = sqliteTraceBackup(file).openCopy(copy);
  expect(await idsIn(opened)).toEqual(events.map(({ id }) => id));
  expect(opened.newestEventId).toBe(events.at(-1)?.id ?? "");
  opened.close();
  store.close();
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});

test("reading a copy changes no byte and leaves no file beside it", async () => {
  const store = openSqliteTrace(file, { create: true });
  await store.append(someEvents(10), "normal");
  const backup = sqliteTraceBackup(file);
  await backup.copyTo(copy);
  const before = [readFileSync(copy), backup.digest(copy), readdirSync(directory).sort()];
  const opened = backup.openCopy(copy);
  await idsIn(opened);
  await opened.findSessionWorkspaces(["session"]);
  opened.close();
  expect([readFileSync(copy), backup.digest(copy), readdirSync(directory).sort()]).toEqual(before);
  store.close();
});

test("a copy comes back where there is no database, tables of other programs included", async () => {
  const store = openSqliteTrace(file, { create: true });
  await store.append(someEvents(5), "normal");
  store.close();
  const other = new Database(file);
  other.exec("CREATE TABLE sessions (id TEXT PRIMARY KEY, workspace_path TEXT)");
  other.exec("INSERT INTO sessions VALUES ('session', '/home/ada/project')");
  other.close();
  const backup = sqliteTraceBackup(file);
  await backup.copyTo(copy);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  writeFileSync(`${file}-wal`, "the log of the lost database");
  await backup.putBack(copy);
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(readFileSync(`${file}-wal.lost`, "utf8")).toBe("the log of the lost database");
  const again = openSqliteTrace(file);
  expect((await again.info()).newestEventId).toBe(someEvents(5).at(-1)?.id ?? "");
  expect((await again.findSessionWorkspaces(["session"])).get("session")).toBe("/home/ada/project");
  again.close();
  expect(readdirSync(directory).filter((name) => name.includes("tmp"))).toEqual([]);
});

test("a database that is there is never replaced", async () => {
  const store = openSqliteTrace(file, { create: true });
  await store.append(someEvents(2), "full");
  const backup = sqliteTraceBackup(file);
  await backup.copyTo(copy);
  await store.append(someEvents(1, 2), "full");
  expect(kindOf(await backup.putBack(copy).catch((error: unknown) => error))).toBe("io");
  expect((await store.info()).newestEventId).toBe(someEvents(1, 2)[0]?.id ?? "");
  store.close();
});

test("what is no copy of a trace is refused: text, another database, torn pages, a directory", async () => {
  const backup = sqliteTraceBackup(file);
  const refusal = (path: string): TraceErrorKind | null => {
    try {
      backup.openCopy(path).close();
      return null;
    } catch (error) {
      return kindOf(error);
    }
  };
  writeFileSync(copy, "no database at all, but long enough to be looked at as one by somebody");
  expect(refusal(copy)).toBe("not-a-trace");
  const other = join(directory, "other.db");
  const database = new Database(other, { create: true });
  database.exec("CREATE TABLE things (id TEXT)");
  database.close();
  expect(refusal(other)).toBe("not-a-trace");
  const viewed = join(directory, "viewed.db");
  const view = new Database(viewed, { create: true });
  view.exec(
    "CREATE VIEW events AS SELECT 'a' AS id, 1 AS timestamp_us, 's' AS session_id, NULL AS turn_id, NULL AS parent_event_id, 't' AS type, 'u' AS actor, 'private' AS sensitivity, '{}' AS payload_json",
  );
  view.close();
  expect(refusal(viewed)).toBe("not-a-trace");
  const store = openSqliteTrace(file, { create: true });
  await store.append(someEvents(2000), "normal");
  const torn = join(directory, "torn.db");
  await backup.copyTo(torn);
  const bytes = readFileSync(torn);
  bytes.fill(0x5a, bytes.length / 2, bytes.length / 2 + 8192);
  writeFileSync(torn, bytes);
  expect(refusal(torn)).toBe("unreadable");
  expect(refusal(directory)).toBe("not-a-trace");
  store.close();
});

test("a missing trace is none to copy, and has no size", async () => {
  const backup = sqliteTraceBackup(file);
  expect(backup.sizeBytes()).toBe(0);
  expect(await backup.copyTo(copy).then(() => "copied", kindOf)).toBe("unreadable");
  expect(existsSync(copy)).toBe(false);
});
