import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { skillVersion } from "@metis-curate/core";
import { smallLibrary } from "./support/libraries.ts";
import { linesOf, runChild, runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

const HOLD = join(import.meta.dir, "support/hold-trace.ts");
/** A good part of the time that the trace is waited for. */
const HELD_MS = 1_500;
const DAY_US = 86_400_000_000;

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});

afterEach(() => box.dispose());

test("a database that is not there is refused, and not made", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  for (const argv of [["--list"], ["--dry-run"], ["status"], ["pin", "old-thing"]]) {
    const ran = await runInProcess(box, ["ws", ...argv, "--db-path", "nope/metis.db"]);
    expect(ran.exitCode).toBe(3);
    expect(linesOf(ran.stderr)).toEqual([`error: no trace at ${box.home}/nope/metis.db; check --db-path`]);
  }
  expect(existsSync(join(box.home, "nope"))).toBe(false);
});

test("a file that is no trace is refused and stays as it is", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  box.write("notes.db", "not a database, just long enough to be looked at as one".repeat(20));
  const ran = await runInProcess(box, ["ws", "--list", "--db-path", "notes.db"]);
  expect(ran.exitCode).toBe(3);
  expect(linesOf(ran.stderr)).toHaveLength(1);
});

test("without any trace looking works, and a run is refused with what to do", async () => {
  box.write("ws/.metis/skills/mine/SKILL.md", "---\nname: mine\ndescription: Mine.\n---\n\nMine.\n");
  expect((await runInProcess(box, ["ws", "--list"])).exitCode).toBe(0);
  expect((await runInProcess(box, ["ws", "--dry-run"])).exitCode).toBe(0);
  expect(existsSync(box.database)).toBe(false);
  const ran = await runInProcess(box, ["ws", "--model", "rules", "--yes"]);
  expect(ran.exitCode).toBe(3);
  expect(linesOf(ran.stderr)).toHaveLength(1);
  expect((await runInProcess(box, ["ws", "adopt", "mine"])).exitCode).toBe(0);
  expect(existsSync(box.database)).toBe(true);
});

test("a database made by Metis, with sessions and events without a root, is understood (CONTRACTS 4.5)", async () => {
  const body = "# Old\n\nSteps.\n";
  box.write("ws/.metis/skills/old-thing/SKILL.md", `---\nname: old-thing\ndescription: Old.\n---\n\n${body}`);
  box.write(
    "ws/.metis/skills/used-thing/SKILL.md",
    `---\nname: used-thing\ndescription: Used.\n---\n\n${body}`,
  );
  box.write("ws/.metis/skills/by-hand/SKILL.md", `---\nname: by-hand\ndescription: Hand.\n---\n\n${body}`);
  makeMetisDatabase(box, body);
  const { candidates, left_alone } = JSON.parse(
    (await runInProcess(box, ["ws", "--dry-run", "--json"])).stdout,
  );
  expect(candidates.map(({ skills }: { skills: string[] }) => skills)).toEqual([["old-thing"]]);
  expect(
    Object.fromEntries(left_alone.map((entry: Record<string, string>) => [entry["skill"], entry["reason"]])),
  ).toEqual({ "by-hand": "manual", "used-thing": "active" });
  expect((await runInProcess(box, ["ws", "--model", "rules"])).exitCode).toBe(0);
  expect(existsSync(join(box.workspace, ".metis/skills/old-thing"))).toBe(false);
  const [curated] = box.events("skill.curated");
  expect(curated?.payload).toMatchObject({ skill_id: "old-thing", action: "archive" });
});

test("a trace that another program holds for a while is waited for", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  const holder = Bun.spawn([process.execPath, HOLD, box.database], { stdin: "pipe", stdout: "pipe" });
  const { value } = await holder.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("held\n");
  const pinning = runChild(box, ["ws", "pin", "old-thing"]);
  expect(await Promise.race([pinning, Bun.sleep(HELD_MS).then(() => "still waiting")])).toBe("still waiting");
  await holder.stdin.end();
  expect(await pinning).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await holder.exited).toBe(0);
  expect(box.events("skill.curated")).toHaveLength(1);
});

test("a read-only trace answers and refuses to write, in one line", async () => {
  await box.addLibrary({ skills: smallLibrary() });
  const database = new Database(box.database);
  database.exec("PRAGMA user_version = 99");
  database.close();
  const listed = await runInProcess(box, ["ws", "--list", "--json"]);
  expect(listed.exitCode).toBe(0);
  const before = box.dump();
  const ran = await runInProcess(box, ["ws", "pin", "old-thing"]);
  expect(ran.exitCode).not.toBe(0);
  expect(linesOf(ran.stderr).filter((line) => line.startsWith("error: "))).toHaveLength(1);
  expect(box.dump()).toEqual(before);
});

/** By plain SQL, as Metis writes it: the workspace is known from `sessions` alone. */
function makeMetisDatabase({ database: path, workspace }: Sandbox, body: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path, { create: true });
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE sessions(id TEXT PRIMARY KEY, workspace_path TEXT NOT NULL, started_at INTEGER);
    CREATE TABLE events(id TEXT PRIMARY KEY, timestamp_us INTEGER NOT NULL, session_id TEXT NOT NULL,
      turn_id TEXT, parent_event_id TEXT, type TEXT NOT NULL, actor TEXT NOT NULL, sensitivity TEXT NOT NULL,
      payload_json TEXT NOT NULL, FOREIGN KEY(session_id) REFERENCES sessions(id));
    CREATE INDEX idx_events_session_id ON events(session_id,id);
    CREATE INDEX idx_events_type_timestamp ON events(type,timestamp_us);
    CREATE INDEX idx_events_turn ON events(turn_id);
    CREATE INDEX idx_events_turn_id_id ON events(turn_id,id);
    CREATE INDEX idx_events_parent ON events(parent_event_id);
    CREATE INDEX idx_events_timestamp_us ON events(timestamp_us);
    PRAGMA user_version = 1;`);
  database.query("INSERT INTO sessions VALUES ('s1', ?, 0), ('s2', '/somewhere/else', 0)").run(workspace);
  const insert = database.query(
    "INSERT INTO events VALUES (?, ?, ?, NULL, NULL, ?, 'agent', 'pseudonymous', ?)",
  );
  let serial = 0;
  const add = (session: string, type: string, daysAgo: number, payload: object): void => {
    serial += 1;
    const id = `01KAAAAAAAAAAAAAAAAAAAAA${String(serial).padStart(2, "0")}`;
    insert.run(id, Date.now() * 1_000 - daysAgo * DAY_US, session, type, JSON.stringify(payload));
  };
  const created = (skill_id: string, source: string) => ({
    skill_id,
    skill_version: skillVersion(body),
    source,
    size_tokens: 3,
  });
  const loaded = (skill_id: string) => ({
    skill_id,
    skill_version: skillVersion(body),
    load_reason: "on_demand",
    load_size_tokens: 3,
    source: "workspace",
    triggered_by_tool_use_id: null,
  });
  add("s1", "skill.created", 200, created("old-thing", "auto_generated"));
  add("s1", "skill.created", 200, created("used-thing", "auto_generated"));
  add("s2", "skill.created", 200, created("by-hand", "auto_generated"));
  add("s1", "skill.loaded", 2, loaded("used-thing"));
  add("s2", "skill.loaded", 2, loaded("old-thing"));
  database.close();
}
