import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readScan, sampleEvent } from "@metis-curate/testkit";
import { createTraceDatabase, openSqliteTrace } from "../src/index.ts";
import { insertRaw, METIS_EVENTS_SQL, METIS_SESSIONS_SQL, makeMetisDatabase } from "./metis-database.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "metis-"));
  path = join(directory, "metis.db");
});
afterEach(() => rmSync(directory, { recursive: true }));

const WHOLE_SCHEMA =
  "SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name";

describe("a database made by Metis", () => {
  test("is read and appended to, and Metis reads what was appended", async () => {
    const metis = makeMetisDatabase(path, METIS_EVENTS_SQL + METIS_SESSIONS_SQL);
    metis.exec("INSERT INTO sessions VALUES ('s', '/desk/one', 1)");
    insertRaw(metis, { id: "01", payload_json: '{"skill_id":"alpha"}' });
    const store = openSqliteTrace(path);

    expect((await readScan(store, ["skill.loaded"])).map(({ payload }) => payload)).toEqual([
      { skill_id: "alpha" },
    ]);
    const event = sampleEvent("02", "skill.curated", { skill_id: "日本" }, { sessionId: "no such session" });
    expect(await store.append([event], "normal")).toEqual(["02"]);
    expect(await store.append([{ ...event, id: "03", turnId: "t", parentEventId: "02" }], "full")).toEqual([
      "03",
    ]);

    expect(metis.query("SELECT * FROM events WHERE id > '01' ORDER BY id").all()).toEqual([
      {
        id: "02",
        timestamp_us: event.timestampUs,
        session_id: "no such session",
        turn_id: null,
        parent_event_id: null,
        type: "skill.curated",
        actor: "system",
        sensitivity: "pseudonymous",
        payload_json: '{"skill_id":"日本"}',
      },
      expect.objectContaining({ id: "03", turn_id: "t", parent_event_id: "02" }),
    ]);
    expect(metis.query("SELECT * FROM sessions").all()).toHaveLength(1);
    insertRaw(metis, { id: "04" });
    expect((await store.info()).newestEventId).toBe("04");
    store.close();
    metis.close();
  });

  test("knows a session's workspace from its sessions table, unless the session's own event says it", async () => {
    const metis = makeMetisDatabase(path, METIS_EVENTS_SQL + METIS_SESSIONS_SQL);
    metis.exec("INSERT INTO sessions VALUES ('table', '/t', 1), ('both', '/t', 1), ('broken', '/t', 1)");
    const created = (id: string, session_id: string, payload_json: string) =>
      insertRaw(metis, { id, session_id, type: "session.created", payload_json });
    created("01", "both", '{"workspace_path":"/e"}');
    created("02", "broken", "{");
    created("03", "event", '{"workspace_path":"/e"}');
    const store = openSqliteTrace(path);
    expect(await store.findSessionWorkspaces(["table", "both", "broken", "event", "none"])).toEqual(
      new Map([
        ["table", "/t"],
        ["both", "/e"],
        ["broken", "/t"],
        ["event", "/e"],
      ]),
    );
    store.close();
    metis.close();
  });

  test("without a sessions table, or with another one, works the same", async () => {
    const metis = makeMetisDatabase(path, `${METIS_EVENTS_SQL} CREATE TABLE sessions(key TEXT)`);
    const store = openSqliteTrace(path);
    expect(await store.findSessionWorkspaces(["s"])).toEqual(new Map());
    expect(await store.append([sampleEvent("01", "skill.loaded", {})], "full")).toEqual(["01"]);
    store.close();
    metis.close();
  });

  test("keeps its schema, version and tables through our writes", async () => {
    const metis = makeMetisDatabase(path, METIS_EVENTS_SQL + METIS_SESSIONS_SQL);
    const before = metis.query(WHOLE_SCHEMA).all();
    const store = openSqliteTrace(path);
    await store.append([sampleEvent("01", "skill.loaded", {})], "normal");
    expect(metis.query(WHOLE_SCHEMA).all()).toEqual(before);
    expect(metis.query("PRAGMA user_version").get()).toEqual({ user_version: 1 });
    store.close();
    metis.close();
  });
});

describe("a database made here", () => {
  test("has the tables, columns, keys, indexes and version that Metis makes", () => {
    createTraceDatabase(path);
    const ours = new Database(path);
    const theirs = makeMetisDatabase(join(directory, "theirs.db"), METIS_EVENTS_SQL);
    const queries = [
      WHOLE_SCHEMA,
      "SELECT * FROM pragma_table_info('events')",
      "SELECT * FROM pragma_foreign_key_list('events')",
      "SELECT l.name, l.\"unique\", l.partial, x.seqno, x.name AS col FROM pragma_index_list('events') l, pragma_index_info(l.name) x ORDER BY 1, 4",
      "PRAGMA user_version",
      "PRAGMA journal_mode",
    ];
    for (const query of queries) expect(ours.query(query).all()).toEqual(theirs.query(query).all());
    ours.close();
    theirs.close();
  });

  test("is left alone when it is made again", async () => {
    createTraceDatabase(path);
    const store = openSqliteTrace(path);
    await store.append([sampleEvent("01", "skill.loaded", {})], "normal");
    createTraceDatabase(path);
    expect(await store.has("01")).toBe(true);
    store.close();
  });
});
