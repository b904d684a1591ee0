import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { openDatabase, type SqliteDatabase } from "@metis-curate/sqlite";
import { HISTORY_CASES } from "../../../../runtimes/test/support/history-cases.ts";
import { makeTree, type Tree } from "../../../../runtimes/test/support/tree.ts";
import { type Ran, runInProcess } from "../support/real-cli.ts";

const DATA = "home/.local/share/opencode";
const OLD_S = Date.parse("2020-01-01T00:00:00Z") / 1_000;

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
  tree.directory("work/.git");
});
afterEach(() => tree.remove());

function cli(words: readonly string[]): Promise<Ran> {
  return runInProcess({ home: tree.at("home") }, words);
}

async function json(words: readonly string[]) {
  const ran = await cli([...words, "--json"]);
  expect([ran.stderr, ran.exitCode]).toEqual(["", 0]);
  return JSON.parse(ran.stdout);
}

function isImported(runtime: string): boolean {
  const text = readRecord();
  return text.runtimes[runtime]?.imported_at_iso != null;
}

function readRecord() {
  const path = tree.at("home/.metis/curator/runtimes.json");
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { runtimes: {} };
  }
}

/** A database of OpenCode that its program holds open, with all that was written in its log still. */
function openLive(): SqliteDatabase {
  tree.skill("home/.config/opencode/skills/db-migrate");
  tree.directory(DATA);
  const database = openDatabase(tree.at(`${DATA}/opencode.db`), {
    mode: "read-write",
    create: true,
    timeoutMs: 0,
    synchronous: "normal",
  });
  database.exec("PRAGMA wal_autocheckpoint = 0");
  database.exec("CREATE TABLE session(id TEXT, directory TEXT, version TEXT)");
  database.exec(
    "CREATE TABLE part(id TEXT, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT)",
  );
  const time = Date.now();
  const part = {
    type: "tool",
    tool: "skill",
    callID: "call_1",
    state: { status: "completed", input: { name: "db-migrate" }, time: { start: time, end: time } },
  };
  database.prepare("INSERT INTO part VALUES ('p1', 'm1', 's1', ?, ?)").run(time, JSON.stringify(part));
  return database;
}

describe("a database", () => {
  test("whose news are in its log only is no old one for --since", async () => {
    const database = openLive();
    utimesSync(tree.at(`${DATA}/opencode.db`), OLD_S, OLD_S);
    expect((await json(["import", "opencode", "--since", "2026-01-01"])).events).toMatchObject({
      "skill.loaded": 1,
    });
    database.close();
  });

  test("whose program died is read, and nothing is left beside it", async () => {
    const database = openLive();
    tree.directory("copy");
    for (const end of ["", "-wal"])
      copyFileSync(tree.at(`${DATA}/opencode.db${end}`), tree.at(`copy/opencode.db${end}`));
    database.close();
    const { events } = await json(["import", "opencode", tree.at("copy/opencode.db")]);
    expect(events).toMatchObject({ "skill.loaded": 1 });
    expect(readdirSync(tree.at("copy")).sort()).toEqual(["opencode.db", "opencode.db-wal"]);
  });

  test("of a schema that nobody knows here is named, and the runtime does not count as imported", async () => {
    tree.directory(DATA);
    const database = openDatabase(tree.at(`${DATA}/opencode.db`), {
      mode: "read-write",
      create: true,
      timeoutMs: 0,
      synchronous: "normal",
    });
    database.exec("CREATE TABLE session_v9(id TEXT)");
    database.close();
    expect((await cli(["import", "opencode"])).stdout).toContain("opencode.db");
    expect((await json(["import", "opencode"])).unread).toEqual([tree.at(`${DATA}/opencode.db`)]);
    expect(isImported("opencode")).toBe(false);
  });
});

test("a directory of small files is no old one for --since because it was made long ago", async () => {
  const old = HISTORY_CASES.find(
    ({ runtime, generation }) => runtime === "opencode" && /file/i.test(generation),
  );
  if (old === undefined) throw new Error("no case");
  tree.skill(`${old.skills}/db-migrate`);
  tree.skill(`${old.skills}/made-here`);
  old.write(tree);
  utimesSync(tree.at(`${DATA}/storage`), OLD_S, OLD_S);
  const { events } = await json(["import", "opencode", "--since", "2026-10-01"]);
  expect(events).toMatchObject({ "skill.loaded": 1 });
});

/** Who may read everything, as root may, is forbidden nothing. */
function isForbidden(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return false;
  } catch {
    return true;
  }
}

test.each([
  ["transcript", "home/.claude/projects/-work/secret.jsonl"],
  ["directory", "home/.claude/projects/-secret"],
])("a %s that may not be read is named, the others are read", async (_, name) => {
  const [one] = HISTORY_CASES;
  if (one === undefined) throw new Error("no case");
  tree.skill(`${one.skills}/db-migrate`);
  one.write(tree);
  const path = tree.at(name);
  if (name.endsWith(".jsonl")) writeFileSync(path, "{}\n");
  else mkdirSync(path);
  chmodSync(path, 0);
  const unread = isForbidden(path) ? [path] : [];
  const report = await json(["import", "claude-code"]);
  chmodSync(path, 0o700);
  expect(report.events).toMatchObject({ "session.created": 1 });
  expect(report.unread).toEqual(unread);
  expect(isImported("claude-code")).toBe(unread.length === 0);
});

test("a history of records that nobody knows here does not count as imported", async () => {
  tree.file("home/.codex/sessions/2026/11/01/rollout-x.jsonl", '{"type":"of the future"}\n');
  expect(await json(["import", "codex"])).toMatchObject({ records: 1, understood: 0 });
  expect(isImported("codex")).toBe(false);
});
