import { utimesSync } from "node:fs";
import { openDatabase } from "@metis-curate/sqlite";
import type { RuntimeName } from "../../src/index.ts";
import { skillText, type Tree } from "./tree.ts";

/** Stands in every field that is nobody's business. */
export const CANARY = "canary-7f3a";
export const EMAIL = "someone.private@example.org";
const PRIVATE = `${CANARY} ${EMAIL}`;
const START_MS = Date.parse("2026-11-01T10:00:00.000Z");
const SESSION = "5a1e-session";

export interface HistoryCase {
  readonly runtime: RuntimeName;
  readonly generation: string;
  /** Where its skills lie, below `home/` or `work/`. */
  readonly skills: string;
  /** Writes the history below `home/`; the agent worked in `work/`. */
  write(tree: Tree): void;
  /** Events in their order, as `describeEvent` writes them. */
  readonly events: readonly string[];
}

/** ISO-8601, seconds after the start. */
function at(seconds: number): string {
  return new Date(START_MS + seconds * 1_000).toISOString();
}

function lines(records: readonly unknown[]): string {
  return records
    .map((record) => `${typeof record === "string" ? record : JSON.stringify(record)}\n`)
    .join("");
}

function database(
  path: string,
  sql: readonly string[],
  rows: readonly (readonly [string, readonly unknown[]])[],
): void {
  const db = openDatabase(path, { mode: "read-write", create: true, timeoutMs: 0, synchronous: "normal" });
  for (const statement of sql) db.exec(statement);
  for (const [insert, values] of rows) db.prepare(insert).run(...(values as readonly string[]));
  db.close();
}

const MADE = skillText("made-here", `# Made\n\n${PRIVATE}\n`);
/** What all of them do: load a skill, fail with a command, write a skill of their own. */
const USUAL = (evidence: string): readonly string[] => [
  "session.created work",
  `skill.loaded db-migrate ${evidence}`,
  "tool.called SHELL",
  "tool.failed execution_error",
  "skill.observed made-here create",
  "tool.called WRITE",
  "tool.completed",
];

const CLAUDE: HistoryCase = {
  runtime: "claude-code",
  generation: "2.1",
  skills: "home/.claude/skills",
  write: (tree) => {
    const common = { sessionId: SESSION, cwd: tree.at("work"), version: "2.1.280", gitBranch: PRIVATE };
    const call = (seconds: number, id: string, name: string, input: object) => ({
      ...common,
      type: "assistant",
      timestamp: at(seconds),
      attributionSkill: "db-migrate",
      message: {
        model: "model-x",
        content: [
          { type: "text", text: PRIVATE },
          { type: "tool_use", id, name, input },
        ],
      },
    });
    const result = (seconds: number, id: string, content: unknown, more: object = {}, isError = false) => ({
      ...common,
      type: "user",
      timestamp: at(seconds),
      message: {
        content: [{ type: "tool_result", tool_use_id: id, content, ...(isError && { is_error: true }) }],
      },
      ...more,
    });
    const meta = (text: string, more: object = {}) => ({
      ...common,
      type: "user",
      isMeta: true,
      message: { content: [{ type: "text", text }] },
      ...more,
    });
    const said = (seconds: number, content: string) => ({
      ...common,
      type: "user",
      timestamp: at(seconds),
      message: { role: "user", content },
    });
    const body = `Base directory for this skill: ${tree.at("home/.claude/skills/db-migrate")}\n\n${PRIVATE}`;
    const records = [
      { ...common, type: "ai-title", title: PRIVATE },
      said(0, PRIVATE),
      call(1, "t1", "Skill", { skill: "db-migrate", args: PRIVATE }),
      result(2, "t1", "Launching skill", { toolUseResult: { success: true, commandName: "db-migrate" } }),
      meta(body, { sourceToolUseID: "t1" }),
      call(3, "t2", "Bash", { command: `npm test # ${PRIVATE}`, description: PRIVATE }),
      result(4, "t2", `Exit code 1\n${PRIVATE}`, {}, true),
      call(5, "t3", "Write", { file_path: tree.at("home/.claude/skills/made-here/SKILL.md"), content: MADE }),
      result(6, "t3", PRIVATE, { toolUseResult: { type: "create", content: MADE } }),
      call(7, "t4", "Skill", { skill: "no-such" }),
      result(8, "t4", `<tool_use_error>Unknown skill: no-such ${PRIVATE}</tool_use_error>`, {}, true),
      said(60, "<command-message>db-migrate</command-message>\n<command-name>/db-migrate</command-name>"),
      meta(body),
      said(70, `<command-name>/model</command-name>${PRIVATE}`),
      {
        ...common,
        type: "attachment",
        attachment: { type: "invoked_skills", skills: [{ name: "db-migrate" }] },
      },
      { ...common, type: PRIVATE, text: PRIVATE },
      `not json ${PRIVATE}`,
    ];
    tree.file(`home/.claude/projects/-work/${SESSION}.jsonl`, lines(records));
  },
  events: [
    ...USUAL("tool"),
    "tool.called Skill",
    "tool.failed not_found",
    "skill.loaded db-migrate slash",
  ].map((line) => line.replace("SHELL", "Bash").replace("WRITE", "Write")),
};

function codex(
  generation: string,
  shell: (command: string, id: string) => object,
  output: (id: string, text: string) => object,
): HistoryCase {
  return {
    runtime: "codex",
    generation,
    skills: "home/.agents/skills",
    write: (tree) => {
      const record = (seconds: number, type: string, payload: object) => ({
        timestamp: at(seconds),
        type,
        payload,
      });
      const item = (seconds: number, payload: object) => record(seconds, "response_item", payload);
      const skill = tree.at("home/.agents/skills/db-migrate/SKILL.md");
      const said = (text: string) => ({
        type: "message",
        role: "user",
        content: [{ type: "input_text", text }],
      });
      const patch = `*** Begin Patch\n*** Add File: ${tree.at("home/.agents/skills/made-here/SKILL.md")}\n${MADE.trimEnd()
        .split("\n")
        .map((line) => `+${line}`)
        .join("\n")}\n*** End Patch`;
      tree.file(
        `home/.codex/sessions/2026/11/01/rollout-2026-11-01T10-00-00-${SESSION}.jsonl`,
        lines([
          record(0, "session_meta", {
            id: SESSION,
            cwd: tree.at("work"),
            cli_version: "0.160.0",
            instructions: PRIVATE,
          }),
          record(1, "turn_context", { turn_id: "turn-1", cwd: tree.at("work"), model: "model-x" }),
          item(2, said(PRIVATE)),
          item(3, shell(`sed -n 1,200p ${skill}`, "c1")),
          item(4, output("c1", `Process exited with code 0\n${PRIVATE}`)),
          item(5, shell(`npm test # ${PRIVATE}`, "c2")),
          item(6, output("c2", `Process exited with code 1\n${PRIVATE}`)),
          item(7, {
            type: "custom_tool_call",
            status: "completed",
            call_id: "c3",
            name: "apply_patch",
            input: patch,
          }),
          item(8, { type: "custom_tool_call_output", call_id: "c3", output: `Success ${PRIVATE}` }),
          item(60, said(`<skill>\n<name>db-migrate</name>\n<path>${skill}</path>\n${PRIVATE}\n</skill>`)),
          record(61, "event_msg", { type: "agent_message", message: PRIVATE }),
          record(62, PRIVATE, { text: PRIVATE }),
          `{"half": "${PRIVATE}`,
        ]),
      );
    },
    events: [...USUAL("inferred-read"), "skill.loaded db-migrate injected"],
  };
}

function named(one: HistoryCase, shell: string, write: string): HistoryCase {
  return { ...one, events: one.events.map((line) => line.replace("SHELL", shell).replace("WRITE", write)) };
}

const CODEX_CALLS = named(
  codex(
    "function calls",
    (cmd, id) => ({
      type: "function_call",
      name: "exec_command",
      call_id: id,
      arguments: JSON.stringify({ cmd, workdir: "/" }),
    }),
    (id, output) => ({ type: "function_call_output", call_id: id, output }),
  ),
  "exec_command",
  "apply_patch",
);

const CODEX_CODE = named(
  codex(
    "code mode",
    (cmd, id) => ({
      type: "custom_tool_call",
      name: "exec",
      call_id: id,
      input: `const r = await tools.exec_command({ cmd: ${JSON.stringify(cmd)} }); text(r);`,
    }),
    (id, output) => ({ type: "custom_tool_call_output", call_id: id, output }),
  ),
  "exec",
  "apply_patch",
);

const CODEX_OLD = named(
  codex(
    "shell arrays",
    (command, id) => ({
      type: "function_call",
      name: "shell",
      call_id: id,
      arguments: JSON.stringify({ command: ["bash", "-lc", command] }),
    }),
    (id, output) => ({
      type: "function_call_output",
      call_id: id,
      output: JSON.stringify({ output, metadata: { exit_code: output.includes("code 1") ? 1 : 0 } }),
    }),
  ),
  "shell",
  "apply_patch",
);

function opencodeParts(tree: Tree): readonly object[] {
  const part = (id: string, tool: string, state: object) => ({
    id,
    sessionID: SESSION,
    messageID: "m1",
    type: "tool",
    tool,
    callID: id,
    state,
  });
  const time = (seconds: number) => ({
    start: START_MS + seconds * 1_000,
    end: START_MS + seconds * 1_000 + 20,
  });
  const dir = tree.at("home/.config/opencode/skills/db-migrate");
  return [
    { id: "p0", sessionID: SESSION, messageID: "m1", type: "text", text: PRIVATE },
    part("p1", "skill", {
      status: "completed",
      input: { name: "db-migrate" },
      output: PRIVATE,
      title: PRIVATE,
      metadata: { name: "db-migrate", dir },
      time: time(2),
    }),
    part("p2", "bash", {
      status: "error",
      input: { command: PRIVATE },
      error: `failed ${PRIVATE}`,
      time: time(4),
    }),
    part("p3", "write", {
      status: "completed",
      input: { filePath: tree.at("home/.config/opencode/skills/made-here/SKILL.md"), content: MADE },
      output: PRIVATE,
      metadata: { exists: false },
      time: time(6),
    }),
    part("p4", "bash", { status: "running", input: { command: PRIVATE } }),
    { id: "p5", sessionID: SESSION, messageID: "m1", type: PRIVATE, text: PRIVATE },
  ];
}

const OPENCODE_DB: HistoryCase = named(
  {
    runtime: "opencode",
    generation: "database",
    skills: "home/.config/opencode/skills",
    write: (tree) => {
      tree.directory("home/.local/share/opencode");
      database(
        tree.at("home/.local/share/opencode/opencode.db"),
        [
          "CREATE TABLE session(id TEXT PRIMARY KEY, project_id TEXT, directory TEXT, title TEXT, version TEXT)",
          "CREATE TABLE part(id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT)",
        ],
        [
          ["INSERT INTO session VALUES (?, ?, ?, ?, ?)", [SESSION, "p", tree.at("work"), PRIVATE, "1.18.30"]],
          ...opencodeParts(tree).map((part, n) => {
            const { id, messageID, sessionID, ...data } = part as Readonly<Record<string, string>>;
            const values = [id, messageID, sessionID, START_MS + n, START_MS + n, JSON.stringify(data)];
            return ["INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", values] as const;
          }),
        ],
      );
    },
    events: USUAL("tool"),
  },
  "bash",
  "write",
);

const OPENCODE_FILES: HistoryCase = {
  ...OPENCODE_DB,
  generation: "files",
  write: (tree) => {
    const storage = "home/.local/share/opencode/storage";
    const session = { id: SESSION, directory: tree.at("work"), version: "1.0.200", title: PRIVATE };
    tree.file(`${storage}/session/p/${SESSION}.json`, JSON.stringify(session));
    for (const part of opencodeParts(tree)) {
      tree.file(`${storage}/part/m1/${(part as { id: string }).id}.json`, JSON.stringify(part));
    }
    tree.file(`${storage}/part/m1/p9.json`, `not json ${PRIVATE}`);
  },
};

function geminiMessages(tree: Tree): readonly object[] {
  const call = (seconds: number, name: string, args: object, status: string) => ({
    id: `m${seconds}`,
    timestamp: at(seconds),
    type: "gemini",
    content: PRIVATE,
    model: "model-x",
    thoughts: [PRIVATE],
    toolCalls: [
      {
        id: `${name}-${seconds}`,
        name,
        args,
        status,
        timestamp: at(seconds),
        result: [{ text: PRIVATE }],
        resultDisplay: PRIVATE,
      },
    ],
  });
  return [
    { id: "m0", timestamp: at(0), type: "user", content: PRIVATE },
    call(2, "activate_skill", { name: "db-migrate" }, "success"),
    call(4, "run_shell_command", { command: PRIVATE }, "error"),
    call(
      6,
      "write_file",
      { file_path: tree.at("home/.gemini/skills/made-here/SKILL.md"), content: MADE },
      "success",
    ),
    { id: "m9", timestamp: at(9), type: PRIVATE, content: PRIVATE },
  ];
}

const GEMINI_META = {
  sessionId: SESSION,
  projectHash: "app",
  startTime: at(0),
  lastUpdated: at(9),
  kind: "main",
};

const GEMINI_LINES: HistoryCase = named(
  {
    runtime: "gemini",
    generation: "lines",
    skills: "home/.gemini/skills",
    write: (tree) => {
      tree.file("home/.gemini/tmp/app/.project_root", tree.at("work"));
      tree.file(
        "home/.gemini/tmp/app/chats/session-1.jsonl",
        lines([
          GEMINI_META,
          ...geminiMessages(tree),
          { $set: { summary: PRIVATE } },
          { $rewindTo: "m2" },
          `x ${PRIVATE}`,
        ]),
      );
    },
    events: USUAL("tool"),
  },
  "run_shell_command",
  "write_file",
);

const GEMINI_DOCUMENT: HistoryCase = {
  ...GEMINI_LINES,
  generation: "document",
  write: (tree) => {
    tree.file("home/.gemini/projects.json", JSON.stringify({ projects: { [tree.at("work")]: "app" } }));
    tree.file(
      "home/.gemini/tmp/app/chats/session-1.json",
      JSON.stringify({ ...GEMINI_META, messages: geminiMessages(tree) }),
    );
  },
};

function gooseMessages(
  tree: Tree,
): readonly { readonly role: string; readonly content: readonly object[] }[] {
  const request = (id: string, name: string, args: object) => ({
    role: "assistant",
    content: [
      { type: "text", text: PRIVATE },
      { type: "toolRequest", id, toolCall: { status: "success", value: { name, arguments: args } } },
    ],
  });
  const response = (id: string, toolResult: object) => ({
    role: "user",
    content: [{ type: "toolResponse", id, toolResult }],
  });
  const ok = { status: "success", value: { content: [{ type: "text", text: PRIVATE }], isError: false } };
  return [
    request("c1", "skills__load_skill", { name: "db-migrate" }),
    response("c1", ok),
    request("c2", "developer__shell", { command: PRIVATE }),
    response("c2", { status: "error", error: `failed ${PRIVATE}` }),
    request("c3", "developer__write", {
      path: tree.at("home/.config/goose/skills/made-here/SKILL.md"),
      content: MADE,
    }),
    response("c3", ok),
  ];
}

const GOOSE_DB: HistoryCase = named(
  {
    runtime: "goose",
    generation: "database",
    skills: "home/.config/goose/skills",
    write: (tree) => {
      tree.directory("home/.local/share/goose/sessions");
      database(
        tree.at("home/.local/share/goose/sessions/sessions.db"),
        [
          "CREATE TABLE sessions(id TEXT PRIMARY KEY, name TEXT, working_dir TEXT)",
          "CREATE TABLE messages(id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER)",
        ],
        [
          ["INSERT INTO sessions VALUES (?, ?, ?)", [SESSION, PRIVATE, tree.at("work")]],
          ...gooseMessages(tree).map(({ role, content }, n) => {
            // Both seconds and milliseconds occur.
            const time = START_MS / 1_000 + n;
            const values = [n + 1, SESSION, role, JSON.stringify(content), n % 2 === 0 ? time : time * 1_000];
            return ["INSERT INTO messages VALUES (?, ?, ?, ?, ?)", values] as const;
          }),
          ["INSERT INTO messages VALUES (?, ?, ?, ?, ?)", [99, SESSION, "user", `broken ${PRIVATE}`, 1]],
        ],
      );
    },
    events: USUAL("tool"),
  },
  "developer__shell",
  "developer__write",
);

const GOOSE_LINES: HistoryCase = {
  ...GOOSE_DB,
  generation: "lines",
  write: (tree) => {
    const messages = gooseMessages(tree).map((message, n) => ({ ...message, created: START_MS / 1_000 + n }));
    tree.file(
      `home/.local/share/goose/sessions/${SESSION}.jsonl`,
      lines([{ working_dir: tree.at("work"), description: PRIVATE }, ...messages, `x ${PRIVATE}`]),
    );
  },
};

const CURSOR: HistoryCase = {
  runtime: "cursor",
  generation: "lines",
  skills: "home/.cursor/skills",
  write: (tree) => {
    const use = (name: string, input: object) => ({
      role: "assistant",
      message: {
        content: [
          { type: "text", text: PRIVATE },
          { type: "tool_use", name, input },
        ],
      },
    });
    const path = `home/.cursor/projects/work/agent-transcripts/${SESSION}/${SESSION}.jsonl`;
    tree.file(
      path,
      lines([
        { role: "user", message: { content: [{ type: "text", text: PRIVATE }] } },
        use("Read", { path: tree.at("home/.cursor/skills/db-migrate/SKILL.md") }),
        use("Shell", { command: PRIVATE }),
        use("Write", { path: tree.at("home/.cursor/skills/made-here/SKILL.md"), contents: MADE }),
        { role: PRIVATE, message: {} },
        `x ${PRIVATE}`,
      ]),
    );
    utimesSync(tree.at(path), START_MS / 1_000, START_MS / 1_000);
  },
  events: ["session.created ", "skill.loaded db-migrate inferred-read", "skill.observed made-here create"],
};

function kiroRecords(tree: Tree): readonly unknown[] {
  const record = (kind: string, data: object) => ({ version: "v1", kind, data });
  const use = (id: string, name: string, input: object) =>
    record("AssistantMessage", {
      message_id: `m-${id}`,
      content: [
        { kind: "text", data: PRIVATE },
        { kind: "toolUse", data: { toolUseId: id, name, input } },
      ],
    });
  const result = (id: string, status: string) =>
    record("ToolResults", {
      content: [
        { kind: "toolResult", data: { toolUseId: id, status, content: [{ kind: "text", data: PRIVATE }] } },
      ],
    });
  return [
    record("Prompt", { content: [{ kind: "text", data: PRIVATE }], meta: { timestamp: START_MS / 1_000 } }),
    use("t1", "read", { path: tree.at("home/.kiro/skills/db-migrate/SKILL.md") }),
    result("t1", "success"),
    use("t2", "shell", { command: PRIVATE }),
    result("t2", "error"),
    use("t3", "write", {
      command: "create",
      path: tree.at("home/.kiro/skills/made-here/SKILL.md"),
      file_text: MADE,
    }),
    result("t3", "success"),
    record(PRIVATE, { text: PRIVATE }),
    `x ${PRIVATE}`,
  ];
}

const KIRO_2: HistoryCase = named(
  {
    runtime: "kiro",
    generation: "version 2",
    skills: "home/.kiro/skills",
    write: (tree) => {
      tree.file(
        `home/.kiro/sessions/cli/${SESSION}.json`,
        JSON.stringify({ cwd: tree.at("work"), title: PRIVATE }),
      );
      tree.file(`home/.kiro/sessions/cli/${SESSION}.jsonl`, lines(kiroRecords(tree)));
    },
    events: USUAL("inferred-read"),
  },
  "shell",
  "write",
);

const KIRO_3: HistoryCase = {
  ...KIRO_2,
  generation: "version 3",
  write: (tree) => {
    const directory = `home/.kiro/sessions/ab12/sess_${SESSION}`;
    tree.file(`${directory}/session.json`, JSON.stringify({ cwd: tree.at("work") }));
    tree.file(`${directory}/messages.jsonl`, lines(kiroRecords(tree)));
  },
};

function hermesMessages(tree: Tree): readonly Readonly<Record<string, unknown>>[] {
  const call = (id: string, name: string, args: object) => ({
    role: "assistant",
    content: PRIVATE,
    tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
  });
  const result = (id: string, content: object) => ({
    role: "tool",
    tool_call_id: id,
    content: JSON.stringify(content),
  });
  return [
    { role: "user", content: PRIVATE },
    call("c1", "skill_view", { name: "db-migrate" }),
    result("c1", { success: true, content: PRIVATE }),
    call("c2", "terminal", { command: PRIVATE }),
    result("c2", { error: `failed ${PRIVATE}` }),
    call("c3", "write_file", { path: tree.at("home/.hermes/skills/made-here/SKILL.md"), content: MADE }),
    result("c3", { success: true }),
  ];
}

const HERMES_DB: HistoryCase = named(
  {
    runtime: "hermes",
    generation: "database",
    skills: "home/.hermes/skills",
    write: (tree) => {
      tree.directory("home/.hermes");
      database(
        tree.at("home/.hermes/state.db"),
        [
          "CREATE TABLE sessions(id TEXT PRIMARY KEY, model TEXT, title TEXT)",
          "CREATE TABLE messages(id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL)",
        ],
        [
          ["INSERT INTO sessions VALUES (?, ?, ?)", [SESSION, "model-x", PRIVATE]],
          ...hermesMessages(tree).map((message, n) => {
            const { role, content = null, tool_call_id: id = null, tool_calls: calls } = message;
            const made = calls === undefined ? null : JSON.stringify(calls);
            const values = [n + 1, SESSION, role, content, id, made, null, START_MS / 1_000 + n + 0.25];
            return ["INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values] as const;
          }),
          [
            "INSERT INTO messages (id, session_id, role, content) VALUES (?, ?, ?, ?)",
            [99, SESSION, PRIVATE, PRIVATE],
          ],
        ],
      );
    },
    events: USUAL("tool").map((line) => line.replace("session.created work", "session.created ")),
  },
  "terminal",
  "write_file",
);

const HERMES_LINES: HistoryCase = {
  ...HERMES_DB,
  generation: "lines",
  write: (tree) => {
    const messages = hermesMessages(tree).map((message, n) => ({ ...message, timestamp: at(n) }));
    tree.file(`home/.hermes/sessions/${SESSION}.jsonl`, lines([...messages, `x ${PRIVATE}`]));
  },
};

/** One for each runtime and generation of its format; made by us from the facts. */
export const HISTORY_CASES: readonly HistoryCase[] = [
  CLAUDE,
  CODEX_CALLS,
  CODEX_CODE,
  CODEX_OLD,
  OPENCODE_DB,
  OPENCODE_FILES,
  GEMINI_LINES,
  GEMINI_DOCUMENT,
  GOOSE_DB,
  GOOSE_LINES,
  CURSOR,
  KIRO_2,
  KIRO_3,
  HERMES_DB,
  HERMES_LINES,
];
