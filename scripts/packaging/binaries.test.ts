/** The binary of this machine does what the program does, without Bun, Node or its sources. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { BINARY_TARGETS, buildBinary } from "./build-binaries.ts";

const TIMEOUT_MS = 180_000;
const target = BINARY_TARGETS.find((one) => one === `${process.platform}-${process.arch}`);
const SKILL = "---\nname: one\ndescription: Rotate the keys of the shop.\n---\n\n# One\n";

let top: string;
let binary: string;

beforeAll(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "metis-binary-")));
  if (target === undefined) return;
  binary = await buildBinary(target, join(top, "bin"));
}, TIMEOUT_MS);
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** A home with one skill, and a repository's files that must steer nothing. */
function makeHome(name: string): string {
  const home = join(top, name);
  mkdirSync(join(home, "ws/.metis/skills/one"), { recursive: true });
  mkdirSync(join(home, ".metis"));
  writeFileSync(join(home, "ws/.metis/skills/one/SKILL.md"), SKILL);
  writeFileSync(
    join(home, ".metis/config.yaml"),
    "curator: { stale_after_days: 0, archive_after_days: 0 }\n",
  );
  writeFileSync(join(home, ".env"), "METIS_DEBUG=1\n");
  writeFileSync(join(home, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
  writeFileSync(join(home, "evil.ts"), 'console.log("evil");\n');
  return home;
}

async function run(home: string, words: string, stdin = "", program = binary) {
  const child = Bun.spawn([program, ...words.split(" ")], {
    cwd: home,
    env: { HOME: home, PATH: "/usr/bin:/bin", NO_COLOR: "1" },
    stdin: new Blob([stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

describe.skipIf(target === undefined)(`the binary for ${target}`, () => {
  test("says its version, and takes nothing from the directory it is in", async () => {
    const home = makeHome("version");
    expect(await run(home, "--version")).toEqual({
      exitCode: 0,
      stdout: `${packageJson.version}\n`,
      stderr: "",
    });
  });

  test("adopts, runs, undoes", async () => {
    const home = makeHome("runs");
    expect((await run(home, "ws adopt one")).exitCode).toBe(0);
    const ran = JSON.parse((await run(home, "ws --model rules --yes --json")).stdout);
    expect(ran.actions).toMatchObject([{ action: "archive", skill_id: "one" }]);
    expect(existsSync(join(home, "ws/.metis/skills/one"))).toBe(false);
    expect((await run(home, `ws undo ${ran.curator_run_id}`)).exitCode).toBe(0);
    expect(readFileSync(join(home, "ws/.metis/skills/one/SKILL.md"), "utf8")).toBe(SKILL);
  });

  test("matches, with its own sqlite-vec where one was built for the platform", async () => {
    const home = makeHome("matches");
    expect((await run(home, "ws reindex")).exitCode).toBe(0);
    const found = JSON.parse((await run(home, "ws match rotate-the-keys --json")).stdout);
    expect(found.matches).toMatchObject([{ name: "one" }]);
    expect(existsSync(join(home, ".metis/lib"))).toBe(target === "linux-x64");
  });

  test("serves the pages with all they load", async () => {
    const home = makeHome("serves");
    const child = Bun.spawn([binary, "serve", "ws", "--port", "0", "--json"], {
      cwd: home,
      env: { HOME: home, PATH: "/usr/bin:/bin" },
      stdout: "pipe",
      stderr: "ignore",
    });
    const { value } = await child.stdout.getReader().read();
    const { url } = JSON.parse(new TextDecoder().decode(value));
    const page = await (await fetch(url)).text();
    const assets = [...page.matchAll(/(?:src|href)="([^"]*assets\/[^"]+)"/g)].map(
      ([, path = ""]) => new URL(path, url),
    );
    expect(assets.length).toBeGreaterThan(5);
    for (const asset of assets)
      expect([String(asset), (await fetch(asset)).status]).toEqual([String(asset), 200]);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  test("sets an agent up, takes its hooks, and is gone without breaking it", async () => {
    const home = makeHome("agent");
    cpSync(binary, join(home, "program"));
    mkdirSync(join(home, ".claude/skills/two"), { recursive: true });
    writeFileSync(join(home, ".claude/skills/two/SKILL.md"), SKILL);
    expect((await run(home, "init --runtime claude-code --yes", "", join(home, "program"))).exitCode).toBe(0);
    const record = {
      session_id: "s1",
      cwd: home,
      hook_event_name: "PostToolUse",
      tool_name: "Skill",
      tool_use_id: "t1",
      tool_input: { skill: "two" },
      tool_response: { success: true },
    };
    const launcher = join(home, ".metis/bin/metis-curate");
    expect(await run(home, "hook claude-code", JSON.stringify(record), launcher)).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "",
    });
    const listed = JSON.parse((await run(home, "--global --layout claude-code --list --json")).stdout);
    expect(listed.skills).toMatchObject([{ name: "two", loads_in_window: 1 }]);
    rmSync(join(home, "program"));
    expect(await run(home, "hook claude-code", "{}", launcher)).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "",
    });
    expect((await run(home, "--version", "", launcher)).exitCode).toBe(127);
  });
});
