import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../../../package.json" with { type: "json" };
import { CLAUDE_CODE_EVENTS } from "../../../runtimes/src/claude-code/settings.ts";
import { makeTree, type Tree } from "../../../runtimes/test/support/tree.ts";

const ROOT = join(import.meta.dir, "../../../..");
const PLUGIN = join(ROOT, "plugins/claude-code");
const SCRIPT = join(PLUGIN, "bin/metis-curate");

let tree: Tree;
beforeEach(() => {
  tree = makeTree();
  tree.directory("home");
  tree.directory("bin");
});
afterEach(() => tree.remove());

function json(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8"));
}

/** Puts a program that says its name and words on the PATH, or elsewhere. */
function program(path: string): void {
  tree.file(path, `#!/bin/sh\necho "${path} $*"\n`);
  chmodSync(tree.at(path), 0o755);
}

/** A script that starts itself would never end: then it is killed, and its exit code is null. */
const TIMEOUT_MS = 20_000;

function start(...words: readonly string[]) {
  return startOn(tree.at("bin"), ...words);
}

function startOn(path: string, ...words: readonly string[]) {
  const ran = Bun.spawnSync(["/bin/sh", SCRIPT, ...words], {
    env: { HOME: tree.at("home"), PATH: path },
    stdin: "ignore",
    timeout: TIMEOUT_MS,
  });
  return { exitCode: ran.exitCode, stdout: String(ran.stdout), stderr: String(ran.stderr) };
}

describe("the marketplace and the plugin", () => {
  test("the marketplace names a plugin that is here", () => {
    const marketplace = json(".claude-plugin/marketplace.json");
    const [plugin] = marketplace.plugins;
    const manifest = json(`${plugin.source}/.claude-plugin/plugin.json`);
    expect(manifest.name).toBe(plugin.name);
    expect(manifest.description).toBe(plugin.description);
    expect([marketplace.name, plugin.name].every((name: string) => /^[a-z][a-z-]+$/.test(name))).toBe(true);
  });

  test("it has the version of everything else", () => {
    expect(json("plugins/claude-code/.claude-plugin/plugin.json").version).toBe(packageJson.version);
    expect(readFileSync(SCRIPT, "utf8")).toContain(`\nversion=${packageJson.version}\n`);
  });

  test("its hooks are those that init writes", () => {
    const { hooks } = json("plugins/claude-code/hooks/hooks.json");
    const listed = Object.entries(hooks).map(([event, groups]) => {
      const [group] = groups as readonly { readonly matcher?: string; readonly hooks: readonly object[] }[];
      return [event, group?.matcher, group?.hooks];
    });
    const handler = {
      type: "command",
      command: `"\${CLAUDE_PLUGIN_ROOT}/bin/metis-curate" hook claude-code`,
      timeout: 10,
    };
    const expected = Object.entries(CLAUDE_CODE_EVENTS).map(([event, one]) => [
      event,
      "matcher" in one ? one.matcher : undefined,
      [handler],
    ]);
    expect(listed).toEqual(expected);
  });

  test("its server and its command start the script", () => {
    const command = `\${CLAUDE_PLUGIN_ROOT}/bin/metis-curate`;
    expect(json("plugins/claude-code/.mcp.json")).toEqual({
      mcpServers: { metis: { command, args: ["mcp"] } },
    });
    const text = readFileSync(join(PLUGIN, "commands/curate.md"), "utf8");
    expect(text).toMatch(/^---\ndescription: [^\n]+\n(?:[a-z-]+: [^\n]+\n)+---\n/);
    expect(text).toContain(`\`"${command}"\``);
    expect(text).toContain("--dry-run");
  });
});

describe("the script", () => {
  test("can be run", () => {
    expect(statSync(SCRIPT).mode & 0o111).toBe(0o111);
  });

  test("starts the launcher before what is on the PATH", () => {
    program("bin/metis-curate");
    expect(start("mcp")).toEqual({ exitCode: 0, stdout: "bin/metis-curate mcp\n", stderr: "" });
    program("home/.metis/bin/metis-curate");
    expect(start("hook", "claude-code").stdout).toBe("home/.metis/bin/metis-curate hook claude-code\n");
  });

  test("a hook without a program does nothing, and fetches nothing", () => {
    program("bin/bun");
    program("bin/npx");
    expect(start("hook", "claude-code")).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("never takes itself, or itself in another version, for a program", () => {
    const own = join(PLUGIN, "bin");
    tree.file("older/metis-curate", readFileSync(SCRIPT, "utf8").replace(/version=.*/, "version=0.0.9"));
    chmodSync(tree.at("older/metis-curate"), 0o755);
    const both = `${own}:${tree.at("older")}:${own}`;
    expect(startOn(both, "hook", "claude-code")).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    program("bin/bun");
    expect(startOn(`${both}:${tree.at("bin")}`, "mcp").stdout).toMatch(/^bin\/bun x metis-curate@\S+ mcp\n$/);
    program("bin/metis-curate");
    expect(startOn(`${both}:${tree.at("bin")}`, "hook", "claude-code").stdout).toBe(
      "bin/metis-curate hook claude-code\n",
    );
  });

  test("whoever fetches and finds this script again ends it in one line", () => {
    tree.file("bin/bun", `#!/bin/sh\nexec /bin/sh ${SCRIPT} mcp\n`);
    chmodSync(tree.at("bin/bun"), 0o755);
    const ran = start("mcp");
    expect({ exitCode: ran.exitCode, stdout: ran.stdout }).toEqual({ exitCode: 127, stdout: "" });
    expect(ran.stderr).toMatch(/^metis-curate: it could not be fetched; [^\n]+\n$/);
  });

  test("a PATH with blanks, stars and empty parts is walked as it is", () => {
    program("a b * c/metis-curate");
    expect(startOn(`:${tree.at("none")}::${tree.at("a b * c")}`, "mcp", "x y", "*").stdout).toBe(
      "a b * c/metis-curate mcp x y *\n",
    );
  });

  test("a program that the directory of work has is none", () => {
    program("work/metis-curate");
    program("work/node_modules/.bin/metis-curate");
    const ran = Bun.spawnSync(["/bin/sh", SCRIPT, "hook", "claude-code"], {
      cwd: tree.at("work"),
      env: { HOME: tree.at("home"), PATH: ":.:node_modules/.bin:./node_modules/.bin" },
      stdin: "ignore",
      timeout: TIMEOUT_MS,
    });
    expect([ran.exitCode, String(ran.stdout)]).toEqual([0, ""]);
  });

  test("other commands are fetched by Bun, else by npm, else there is one line", () => {
    program("bin/npx");
    expect(start("mcp").stdout).toMatch(/^bin\/npx -y bun@\S+ x metis-curate@\S+ mcp\n$/);
    program("bin/bun");
    expect(start("mcp").stdout).toMatch(/^bin\/bun x metis-curate@\S+ mcp\n$/);
    tree.remove();
    expect(start("mcp")).toMatchObject({ exitCode: 127, stdout: "" });
  });
});
