import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RUNTIME_NAMES } from "@metis-curate/runtimes";
import { openDatabase } from "@metis-curate/sqlite";
import { CANARY, EMAIL, HISTORY_CASES } from "../../../../runtimes/test/support/history-cases.ts";
import { makeTree, skillText, type Tree } from "../../../../runtimes/test/support/tree.ts";
import { spoolEvents } from "../../../src/hook/hook-spool.ts";
import { runInProcess } from "../support/real-cli.ts";
import { callHook } from "../support/real-hook.ts";

const SESSION = "5a1e-session";
const PRIVATE = `${CANARY} ${EMAIL}`;
const BROKEN = ["", "{", "[]", "null", "42", '"x"', "\u0000\u0001", '{"hook_event_name": 7}', "{}{}"];

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
  tree.directory("home");
  tree.directory("work/.git");
});
afterEach(() => tree.remove());

interface Row {
  readonly type: string;
  readonly payload_json: string;
}

function rows(): readonly Row[] {
  const path = tree.at("home/.metis/metis.db");
  if (!existsSync(path)) return [];
  const database = openDatabase(path, { mode: "read-only", timeoutMs: 1_000, synchronous: "normal" });
  const found = database.prepare<Row>("SELECT type, payload_json FROM events ORDER BY rowid").all();
  database.close();
  return found;
}

function raise(message: string): never {
  throw new Error(message);
}

function types(): readonly string[] {
  return rows().map(({ type }) => type);
}

/** What Claude Code tells live of the acts that are in the first case's transcript. */
function claudeRecords(): readonly object[] {
  const common = { session_id: SESSION, cwd: tree.at("work"), transcript_path: tree.at("none.jsonl") };
  const used = (id: string, name: string, input: object, more: object = {}) => ({
    ...common,
    hook_event_name: "PostToolUse",
    tool_name: name,
    tool_input: input,
    tool_use_id: id,
    tool_response: { success: true, output: PRIVATE },
    ...more,
  });
  const made = skillText("made-here", `# Made\n\n${PRIVATE}\n`);
  return [
    used("t1", "Skill", { skill: "db-migrate", args: PRIVATE }),
    used(
      "t2",
      "Bash",
      { command: `npm test # ${PRIVATE}`, description: PRIVATE },
      { hook_event_name: "PostToolUseFailure", error: `Exit code 1\n${PRIVATE}`, tool_response: undefined },
    ),
    used(
      "t3",
      "Write",
      { file_path: tree.at("home/.claude/skills/made-here/SKILL.md"), content: made },
      { tool_response: { type: "create", content: made } },
    ),
  ];
}

describe("hook and import", () => {
  const claude = HISTORY_CASES.find(({ runtime }) => runtime === "claude-code") ?? raise("no case");

  beforeEach(() => {
    tree.skill(`${claude.skills}/db-migrate`);
    tree.skill(`${claude.skills}/made-here`, skillText("made-here", `# Made\n\n${PRIVATE}\n`));
  });

  /** The transcript of the case, its times moved so that it starts now. */
  function writeTranscript(): void {
    claude.write(tree);
    const path = tree.at(`home/.claude/projects/-work/${SESSION}.jsonl`);
    const shiftMs = Date.now() - Date.parse("2026-11-01T10:00:00.000Z");
    const text = readFileSync(path, "utf8").replaceAll(/2026-11-01T10:0[^"]+/g, (time) =>
      new Date(Date.parse(time) + shiftMs).toISOString(),
    );
    writeFileSync(path, text);
  }

  test("tell of the same acts with the same events", async () => {
    for (const record of claudeRecords()) await callHook(tree.at("home"), ["claude-code"], record);
    const live = rows().map(({ type, payload_json: json }) => comparable(type, json));
    tree.remove();
    tree = makeTree();
    tree.directory("work/.git");
    tree.skill(`${claude.skills}/db-migrate`);
    tree.skill(`${claude.skills}/made-here`, skillText("made-here", `# Made\n\n${PRIVATE}\n`));
    claude.write(tree);
    await runInProcess({ home: tree.at("home") }, ["import", "claude-code"]);
    const later = rows().map(({ type, payload_json: json }) => comparable(type, json));
    expect(live).toHaveLength(7);
    expect(later.slice(0, live.length)).toEqual(live);
  });

  test("an act that the hook told is not told again by the import", async () => {
    for (const record of claudeRecords()) await callHook(tree.at("home"), ["claude-code"], record);
    const before = types().length;
    writeTranscript();
    await runInProcess({ home: tree.at("home") }, ["import", "claude-code"]);
    // The transcript alone has the load that failed, and the slash command.
    expect(types().slice(before)).toEqual(["tool.called", "tool.failed", "skill.loaded"]);
  });

  test("an act that the import told is not told again by a hook", async () => {
    writeTranscript();
    await runInProcess({ home: tree.at("home") }, ["import", "claude-code"]);
    const before = types();
    for (const record of claudeRecords()) await callHook(tree.at("home"), ["claude-code"], record);
    expect(types()).toEqual(before);
  });

  test("nothing private reaches the trace, the spool or the log", async () => {
    for (const record of claudeRecords()) await callHook(tree.at("home"), ["claude-code"], record);
    await callHook(tree.at("home"), ["claude-code"], { session_id: PRIVATE, hook_event_name: PRIVATE });
    const kept = bytesBelow(tree.at("home/.metis"));
    expect(kept).toContain("skill.loaded");
    expect(kept).not.toContain(CANARY);
    expect(kept).not.toContain(EMAIL);
  });
});

/** What of an event both ways know: a hook knows no model, and the sizes that a transcript keeps differ. */
function comparable(type: string, json: string): unknown {
  const {
    skill_version: _version,
    latency_ms: _latency,
    output_size_bytes: _size,
    initial_active_model: _model,
    workspace_path: _path,
    workspace_hash: _hash,
    ...payload
  } = JSON.parse(json.replaceAll(/\/metis-\w+/g, "/metis-x"));
  return { type, ...payload, input_hash: undefined, input_size_bytes: undefined };
}

function bytesBelow(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

describe("an agent is never broken", () => {
  test.each(RUNTIME_NAMES.map((name) => [name] as const))(
    "%s: whatever comes in, the end is 0",
    async (runtime) => {
      const ran = await Promise.all(BROKEN.map((record) => callHook(tree.at("home"), [runtime], record)));
      for (const { exitCode, stdout, stderr } of ran) {
        expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
        if (runtime === "gemini") expect(JSON.parse(stdout)).toEqual({});
        else expect(stdout).toBe("");
      }
      expect(existsSync(tree.at("home/.metis/metis.db"))).toBe(false);
    },
  );

  test("a runtime of another name", async () => {
    const ran = await callHook(tree.at("home"), ["claud-code"], "{}");
    expect(ran).toMatchObject({ exitCode: 0, stdout: "" });
    expect(ran.stderr).toStartWith("hook needs an agent: one of claude-code, codex");
  });

  test("a record of more than ten MiB", async () => {
    const record = { session_id: "s", hook_event_name: "PostToolUse", x: "x".repeat(11 * 1024 * 1024) };
    expect(await callHook(tree.at("home"), ["claude-code"], record)).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "",
    });
    expect(readFileSync(tree.at("home/.metis/curator/hook.log"), "utf8")).toContain("too-large");
  });

  test("stdin that stays open", async () => {
    tree.skill("home/.claude/skills/db-migrate");
    const [load] = claudeRecords();
    const main = join(import.meta.dir, "../../../src/main.ts");
    const child = Bun.spawn([process.execPath, "--no-env-file", main, "hook", "claude-code"], {
      cwd: tree.at("home"),
      env: { HOME: tree.at("home"), PATH: process.env["PATH"] ?? "" },
      stdin: "pipe",
      stdout: "pipe",
    });
    child.stdin.write(JSON.stringify(load));
    child.stdin.flush();
    expect(await child.exited).toBe(0);
    expect(types()).toContain("skill.loaded");
  });

  test("a trace that is a directory, no database, or of a newer version", async () => {
    tree.skill("home/.claude/skills/db-migrate");
    const [load] = claudeRecords();
    const path = tree.at("home/.metis/metis.db");
    const places: readonly (() => void)[] = [
      () => mkdirSync(path, { recursive: true }),
      () =>
        tree.file(
          "home/.metis/metis.db",
          "no database, but a file that a person may care about\n".repeat(99),
        ),
      () => {
        const database = openDatabase(path, {
          mode: "read-write",
          create: true,
          timeoutMs: 0,
          synchronous: "normal",
        });
        database.exec("CREATE TABLE events (x TEXT); PRAGMA user_version = 99");
        database.close();
      },
    ];
    for (const make of places) {
      Bun.spawnSync(["rm", "-rf", tree.at("home/.metis")]);
      mkdirSync(tree.at("home/.metis"), { recursive: true });
      make();
      expect(await callHook(tree.at("home"), ["claude-code"], load)).toEqual({
        exitCode: 0,
        stdout: "",
        stderr: "",
      });
      expect(readFileSync(tree.at("home/.metis/curator/hook.log"), "utf8")).toContain(
        "claude-code not-recorded",
      );
    }
  });

  test("a home that cannot be written", async () => {
    const load = claudeRecords()[0];
    const ran = await callHook(tree.at("home"), ["claude-code"], load, { HOME: "/proc/self/fd" });
    expect(ran).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});

describe("a trace that another program holds", () => {
  test("keeps the events in the spool, and the next hook writes them", async () => {
    tree.skill("home/.claude/skills/db-migrate");
    const [load, failed] = claudeRecords();
    await callHook(tree.at("home"), ["claude-code"], { ...load, session_id: "before" });
    const before = types().length;
    const path = tree.at("home/.metis/metis.db");
    const holder = openDatabase(path, { mode: "read-write", timeoutMs: 0, synchronous: "normal" });
    holder.exec("BEGIN IMMEDIATE");
    const ran = await callHook(tree.at("home"), ["claude-code"], load);
    expect(ran).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    holder.exec("ROLLBACK");
    holder.close();
    expect(types()).toHaveLength(before);
    expect(readdirSync(tree.at("home/.metis/curator/spool"))).toHaveLength(1);
    await callHook(tree.at("home"), ["claude-code"], failed);
    expect(readdirSync(tree.at("home/.metis/curator/spool"))).toEqual([]);
    expect(types().slice(before)).toEqual(["session.created", "skill.loaded", "tool.called", "tool.failed"]);
  });

  test("a spool that somebody else wrote into loses nothing and brings nothing in", async () => {
    tree.skill("home/.claude/skills/db-migrate");
    const spool = tree.at("home/.metis/curator/spool");
    mkdirSync(spool, { recursive: true });
    writeFileSync(join(spool, "a.json"), "half a rec");
    writeFileSync(join(spool, "b.json"), JSON.stringify([{ id: "x", type: "skill.loaded" }]));
    await callHook(tree.at("home"), ["claude-code"], claudeRecords()[0]);
    expect(types()).toEqual(["session.created", "skill.loaded"]);
  });
});

test("hooks of many sessions at once lose none", async () => {
  tree.skill("home/.claude/skills/db-migrate");
  const [load] = claudeRecords();
  const sessions = Array.from({ length: 12 }, (_, n) => `s-${n}`);
  await Promise.all(
    sessions.map((session) => callHook(tree.at("home"), ["claude-code"], { ...load, session_id: session })),
  );
  await callHook(tree.at("home"), ["claude-code"], { ...load, session_id: "last" });
  const log = tree.at("home/.metis/curator/hook.log");
  expect(existsSync(log) ? readFileSync(log, "utf8") : "").toBe("");
  const spool = tree.at("home/.metis/curator/spool");
  expect(existsSync(spool) ? readdirSync(spool) : []).toEqual([]);
  expect(types().filter((type) => type === "skill.loaded")).toHaveLength(13);
  expect(types().filter((type) => type === "session.created")).toHaveLength(13);
});

test("Cursor, which calls the hooks of Claude Code too, tells of a load once", async () => {
  tree.skill("home/.claude/skills/db-migrate");
  const path = tree.at("home/.claude/skills/db-migrate/SKILL.md");
  const record = {
    conversation_id: "c1",
    session_id: "c1",
    cursor_version: "3.2.0",
    workspace_roots: [tree.at("work")],
    tool_name: "Read",
    tool_input: { file_path: path },
    tool_use_id: "u1",
    cwd: "",
  };
  const tell = (runtime: string, name: string) =>
    callHook(tree.at("home"), [runtime], { ...record, hook_event_name: name });
  await tell("cursor", "postToolUse");
  await tell("claude-code", "PostToolUse");
  await tell("claude-code", "postToolUse");
  expect(types()).toEqual(["session.created", "skill.loaded"]);
});

test("an import takes all that waits in the spool, however much it is", async () => {
  const claude = HISTORY_CASES.find(({ runtime }) => runtime === "claude-code") ?? raise("no case");
  tree.skill(`${claude.skills}/db-migrate`);
  const home = tree.at("home");
  const events = Array.from({ length: 120 }, (_, at) => ({
    id: `01J00000000000000000000${String(at).padStart(3, "0")}`,
    timestampUs: 1_790_000_000_000_000 + at,
    sessionId: "s",
    turnId: null,
    parentEventId: null,
    type: "skill.loaded",
    actor: "agent" as const,
    sensitivity: "pseudonymous" as const,
    payload: { root: "claude-code:global", skill_id: "db-migrate", triggered_by_tool_use_id: `t${at}` },
  }));
  for (const event of events) spoolEvents(home, [event]);
  claude.write(tree);
  await runInProcess({ home }, ["import", "claude-code"]);
  expect(types().filter((type) => type === "skill.loaded")).toHaveLength(122);
  expect(readdirSync(join(home, ".metis/curator/spool"))).toEqual([]);
});
