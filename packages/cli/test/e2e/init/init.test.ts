import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { RUNTIME_NAMES, readRuntimesRecord, settingsStoreDirectory } from "@metis-curate/runtimes";
import { runInProcess } from "../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";

let box: Sandbox;

beforeEach(() => {
  box = createSandbox();
});

afterEach(() => box.dispose());

const init = (...words: readonly string[]) => runInProcess(box, ["init", ...words]);
const read = (path: string) => readFileSync(join(box.home, path), "utf8");

/** Everything below the home directory that is not ours, with contents. */
function listHome(directory = box.home): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => name !== ".metis")
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? [path, ...listHome(path)] : [`${path}=${readFileSync(path, "latin1")}`];
    })
    .sort();
}

/** What each agent's settings look like before us, in its own formats. */
const SETTINGS: Readonly<Record<string, string>> = {
  ".claude/settings.json": `{
  // mine
  "model": "opus", /* so */
  "hooks": {
    "PostToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "mine.sh" }] }, // keep
    ],
  },
}`,
  ".claude.json": '{"mcpServers":{"other":{"command":"x"}},"numStartups":3}',
  ".codex/config.toml": 'model = "gpt" # why\r\n\r\n[mcp_servers.other]\r\ncommand = "x"\r\n# end',
  ".codex/hooks.json": '{"hooks": {"Stop": []}}\n',
  ".config/opencode/opencode.jsonc": '{\n\t// servers\n\t"mcp": {}\n}\n',
  ".gemini/settings.json": '\ufeff{\n    "ui": {"theme": "x"}\n}\n',
  ".config/goose/config.yaml": "# goose\nextensions:\n  developer:\n    enabled: true\nGOOSE_MODE: auto\n",
  ".cursor/hooks.json": '{ "version": 1, "hooks": {} }',
  ".cursor/mcp.json": "{}",
  ".kiro/agents/mine.json":
    '{\n  "name": "mine",\n  "hooks": {\n    "stop": [{ "command": "mine.sh" }]\n  }\n}\n',
  ".hermes/config.yaml":
    "model: x # why\nhooks:\n  post_tool_call:\n  - matcher: terminal\n    command: mine.sh\n# end",
};

function writeSettings(): void {
  for (const [path, text] of Object.entries(SETTINGS)) box.write(path, text);
}

describe.each(RUNTIME_NAMES.map((name) => [name]))("%s", (runtime) => {
  test("init and --uninstall give every byte back, where there was nothing", async () => {
    const before = listHome();
    const done = await init("--runtime", runtime, "--mcp", "--yes");
    expect(done).toMatchObject({ exitCode: 0, stderr: "" });
    expect(listHome()).not.toEqual(before);
    expect((await init("--uninstall", "--runtime", runtime, "--yes")).exitCode).toBe(0);
    expect(listHome()).toEqual(before);
  });

  test("init and --uninstall give every byte back, where there were settings", async () => {
    writeSettings();
    const before = listHome();
    await init("--runtime", runtime, "--mcp", "--yes");
    expect(listHome()).not.toEqual(before);
    await init("--uninstall", "--runtime", runtime, "--yes");
    expect(listHome()).toEqual(before);
  });

  test("a second init changes nothing, and one --uninstall takes both back", async () => {
    writeSettings();
    const before = listHome();
    await init("--runtime", runtime, "--yes");
    await init("--runtime", runtime, "--mcp", "--yes");
    const once = listHome();
    const again = await init("--runtime", runtime, "--yes");
    expect(again).toMatchObject({ exitCode: 0, stdout: `${runtime} is set up already\n` });
    expect(listHome()).toEqual(once);
    await init("--uninstall", "--runtime", runtime, "--yes");
    expect(listHome()).toEqual(before);
  });

  test("settings that changed since lose our entries and nothing else", async () => {
    writeSettings();
    await init("--runtime", runtime, "--mcp", "--yes");
    const changed = new Map<string, string>();
    for (const path of Object.keys(SETTINGS)) {
      const comment = path.endsWith(".toml") || path.endsWith(".yaml") ? "\n# since" : "\n\n";
      const text = read(path);
      writeFileSync(join(box.home, path), text + comment);
      changed.set(path, (SETTINGS[path] ?? "") + comment);
    }
    await init("--uninstall", "--runtime", runtime, "--yes");
    for (const [path, text] of changed) expect(read(path)).toBe(text);
  });

  test("is seen as hooked until it is uninstalled", async () => {
    await init("--runtime", runtime, "--yes");
    const { hooks } = readRuntimesRecord(box.home).runtimes[runtime] ?? { hooks: [] };
    expect(hooks.length).toBeGreaterThan(0);
    for (const { settings_path: path, mark } of hooks) expect(readFileSync(path, "utf8")).toContain(mark);
    await init("--uninstall", "--runtime", runtime, "--yes");
    expect(readRuntimesRecord(box.home).runtimes[runtime]?.hooks).toEqual([]);
  });

  test("--dry-run shows the change and writes nothing", async () => {
    writeSettings();
    const before = listHome();
    const { exitCode, stdout } = await init("--runtime", runtime, "--mcp", "--dry-run");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("+++ ");
    expect(stdout).toContain("/.metis/bin/metis-curate");
    expect(listHome()).toEqual(before);
    expect(existsSync(join(box.home, ".metis"))).toBe(false);
  });
});

describe("consent", () => {
  const ask = (answer: string) =>
    runInProcess(box, ["init", "--runtime", "claude-code"], {
      stdin: Object.assign(Readable.from([answer]), { isTTY: true }) as never,
      stderrIsTty: true,
    });

  test("a yes writes, after the diff was shown", async () => {
    const { exitCode, stderr } = await ask("y\n");
    expect(exitCode).toBe(0);
    expect(stderr).toContain('+        "matcher": "Skill|Read|Write|Edit|MultiEdit|Bash"');
    expect(read(".claude/settings.json")).toContain("hook claude-code");
  });

  test.each(["n\n", "\n", "what\n", ""])("%j writes nothing", async (answer) => {
    const { exitCode, stderr } = await ask(answer);
    expect(exitCode).toBe(0);
    expect(stderr).toEndWith("nothing was written\n");
    expect(listHome()).toEqual([box.workspace]);
  });

  test("without a terminal it is refused, and says how", async () => {
    const { exitCode, stdout, stderr } = await init("--runtime", "claude-code");
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("give --yes to write");
    expect(listHome()).toEqual([box.workspace]);
  });
});

describe("what is in the way is one line, and nothing is written", () => {
  const refused = async (what: string) => {
    const before = listHome();
    const { exitCode, stdout, stderr } = await init("--runtime", "claude-code", "--mcp", "--yes");
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr.split("\n")).toHaveLength(2);
    expect(stderr).toContain(what);
    expect(listHome()).toEqual(before);
    expect(existsSync(join(box.home, ".metis"))).toBe(false);
  };

  test.each([
    ['{"a": 1', "line 1, column 8"],
    ["[]", "it holds no object"],
    ['{"hooks": []}', "hooks is no object"],
    ['{"hooks": {"PostToolUse": {}}}', "hooks.PostToolUse is no list"],
    ['{"hooks": null}', "hooks is no object"],
    ["\u0000\u0001", "line 1, column 1"],
  ])("settings %j", async (text, what) => {
    box.write(".claude/settings.json", text);
    await refused(what);
  });

  test("one bad file of two", async () => {
    box.write(".claude.json", "{]");
    await refused(".claude.json: line 1, column 2");
  });

  test("bytes that are no UTF-8", async () => {
    box.write(".claude/settings.json", "");
    writeFileSync(join(box.home, ".claude/settings.json"), Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
    await refused("it is not UTF-8");
  });

  test("a directory", async () => {
    mkdirSync(join(box.home, ".claude/settings.json"), { recursive: true });
    await refused("it is no regular file");
  });

  test("another server of our name", async () => {
    box.write(".claude.json", '{"mcpServers": {"metis": {"command": "theirs"}}}');
    await refused("mcpServers.metis is taken");
  });
});

describe("the file", () => {
  test("a link is followed, and stays one", async () => {
    box.write("dotfiles/claude.json", '{"model": "x"}\n');
    mkdirSync(join(box.home, ".claude"));
    symlinkSync("../dotfiles/claude.json", join(box.home, ".claude/settings.json"));
    await init("--runtime", "claude-code", "--yes");
    expect(lstatSync(join(box.home, ".claude/settings.json")).isSymbolicLink()).toBe(true);
    expect(read("dotfiles/claude.json")).toContain("hook claude-code");
    await init("--uninstall", "--runtime", "claude-code", "--yes");
    expect(lstatSync(join(box.home, ".claude/settings.json")).isSymbolicLink()).toBe(true);
    expect(read("dotfiles/claude.json")).toBe('{"model": "x"}\n');
  });

  test("a link to nothing is no place to write", async () => {
    mkdirSync(join(box.home, ".claude"));
    symlinkSync("/nowhere/at/all", join(box.home, ".claude/settings.json"));
    const { exitCode, stderr } = await init("--runtime", "claude-code", "--yes");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("a link that leads to nothing");
  });

  test.each([0o600, 0o640, 0o664])("keeps its mode %o", async (mode) => {
    box.write(".claude/settings.json", "{}");
    chmodSync(join(box.home, ".claude/settings.json"), mode);
    await init("--runtime", "claude-code", "--yes");
    expect(statSync(join(box.home, ".claude/settings.json")).mode & 0o777).toBe(mode);
  });

  test("one that is read-only is left, and said", async () => {
    box.write(".claude/settings.json", "{}");
    chmodSync(join(box.home, ".claude/settings.json"), 0o444);
    const { exitCode, stderr } = await init("--runtime", "claude-code", "--yes");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("the file is read-only");
    expect(read(".claude/settings.json")).toBe("{}");
    expect(readdirSync(join(box.home, ".claude"))).toEqual(["settings.json"]);
  });

  test("its backup is private and outside of every repository", async () => {
    box.write(".claude/settings.json", '{"env": {"TOKEN": "secret"}}');
    const { stdout } = await init("--runtime", "claude-code", "--yes", "--json");
    const [file] = JSON.parse(stdout).runtimes[0].files;
    expect(dirname(file.backup)).toBe(settingsStoreDirectory(box.home));
    expect(readFileSync(file.backup, "utf8")).toBe('{"env": {"TOKEN": "secret"}}');
    expect(statSync(file.backup).mode & 0o777).toBe(0o600);
  });

  test("a record that is lost costs nothing but our entries", async () => {
    box.write(".claude/settings.json", '{\n  "model": "x" // mine\n}\n');
    await init("--runtime", "claude-code", "--yes");
    writeFileSync(join(settingsStoreDirectory(box.home), "installs.json"), "{");
    await init("--uninstall", "--runtime", "claude-code", "--yes");
    expect(read(".claude/settings.json")).toBe('{\n  "model": "x" // mine\n}\n');
  });

  test("a hook that a person put beside ours stays", async () => {
    await init("--runtime", "claude-code", "--yes");
    const path = join(box.home, ".claude/settings.json");
    const settings = JSON.parse(readFileSync(path, "utf8"));
    settings.hooks.PostToolUse[0].hooks.push({ type: "command", command: "mine.sh" });
    writeFileSync(path, JSON.stringify(settings, null, 4));
    await init("--uninstall", "--runtime", "claude-code", "--yes");
    const { hooks } = JSON.parse(readFileSync(path, "utf8"));
    expect(hooks).toEqual({
      PostToolUse: [
        {
          matcher: "Skill|Read|Write|Edit|MultiEdit|Bash",
          hooks: [{ type: "command", command: "mine.sh" }],
        },
      ],
    });
  });
});

describe("whose settings", () => {
  test("a workspace's only when it is named", async () => {
    await init("ws", "--runtime", "claude-code", "--yes");
    expect(read("ws/.claude/settings.local.json")).toContain("hook claude-code");
    expect(existsSync(join(box.home, ".claude"))).toBe(false);
    const [hook] = readRuntimesRecord(box.home).runtimes["claude-code"]?.hooks ?? [];
    expect(hook?.workspace).toBe(box.workspace);
  });

  test("those that a variable moved", async () => {
    const env = { HOME: box.home, NO_COLOR: "1", CLAUDE_CONFIG_DIR: join(box.home, "moved") };
    await runInProcess(box, ["init", "--runtime", "claude-code", "--mcp", "--yes"], { env });
    expect(readdirSync(join(box.home, "moved")).sort()).toEqual([".claude.json", "settings.json"]);
  });

  test("all that are found here", async () => {
    writeSettings();
    const { stdout } = await init("--runtime", "all", "--yes", "--json");
    const { runtimes } = JSON.parse(stdout) as { runtimes: { runtime: string }[] };
    expect(runtimes.map(({ runtime }) => runtime)).toEqual(expect.arrayContaining(["claude-code", "codex"]));
  });
});

describe("the words", () => {
  test.each([
    [["--runtime", "claud-code"], "did you mean 'claude-code'?"],
    [[], "init needs --runtime <name>"],
    [["--runtime", "all"], "no agent was found here"],
    [["ws", "--global", "--runtime", "codex"], "contradict each other"],
  ])("%j is wrong usage", async (words, what) => {
    const { exitCode, stderr } = await init(...words);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(what);
  });
});
