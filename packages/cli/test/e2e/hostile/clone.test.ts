import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { confirmArchive, modelServer, replyWith } from "@metis-curate/testkit";
import { smallLibrary } from "../support/libraries.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";
import { type Honeypot, openHoneypot, plantCanaries, poison } from "./clone.ts";

const MAIN = join(import.meta.dir, "../../../src/main.ts");
const PATH = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
const STRACE = Bun.which("strace");
const STRACE_OPTIONS = ["-f", "-qq", "-s", "4096", "-e", "trace=%file,connect"];

let box: Sandbox;
let honeypot: Honeypot;

beforeEach(async () => {
  box = createSandbox();
  honeypot = openHoneypot();
  await box.addLibrary({ skills: smallLibrary() });
  plantCanaries(box);
});

afterEach(() => {
  honeypot.stop();
  box.dispose();
});

/** Runs the program inside of the clone. */
async function run(
  argv: readonly string[],
  before: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const child = Bun.spawn([...before, MAIN, ...argv], {
    cwd: box.workspace,
    env: { PATH, HOME: box.home, NO_COLOR: "1", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode };
}

const COMMANDS: readonly (readonly string[])[] = [
  [".", "--list", "--json"],
  [".", "--list", "--raw"],
  [".", "--dry-run", "--json"],
  [".", "status"],
  [".", "restore", "fake"],
  [".", "restore", "by-hand", "--before", "2026-11-01"],
  [".", "--model", "rules", "--yes", "--json"],
];

describe("inside a clone where everything leads elsewhere", () => {
  test("nothing of the operator's is shown, changed or sent; the kernel sees no file of theirs read", async () => {
    poison(box, honeypot);
    const secrets = () =>
      ["SKILL.md", "state.json", "config.yaml"].map((name) =>
        readFileSync(join(box.home, "private", name), "utf8"),
      );
    const before = secrets();
    for (const argv of COMMANDS) {
      const log = join(box.home, "strace.log");
      const ran = await run(argv, STRACE === null ? [] : [STRACE, ...STRACE_OPTIONS, "-o", log]);
      expect(`${ran.stdout}${ran.stderr}`).not.toContain("TOP-SECRET");
      expect(ran.stderr).not.toContain("internal error");
      if (STRACE === null) continue;
      const lines = readFileSync(log, "utf8").split("\n");
      expect(lines.length).toBeGreaterThan(20);
      expect(opened(lines).filter(isTheirs)).toEqual([]);
      expect(lines.filter((line) => /connect\(.*AF_INET/.test(line))).toEqual([]);
    }
    expect(secrets()).toEqual(before);
    expect(honeypot.requests()).toBe(0);
    expect(existsSync(join(box.workspace, "canary"))).toBe(false);
    expect(box.events("skill.curated").map(({ payload }) => payload["skill_id"])).toEqual(["old-thing"]);
  });

  test("a model is asked at the operator's address alone", async () => {
    const server = await modelServer({ script: () => replyWith(JSON.stringify(confirmArchive("idle"))) });
    try {
      poison(box, honeypot);
      box.write(".metis/config.yaml", `curator:\n  base_url: ${server.url}\n`);
      for (const command of [[MAIN], [process.execPath, MAIN]]) {
        const before = command.length === 1 ? [] : [process.execPath];
        // Bun itself runs a preload when it is started by hand in a clone: nothing of ours can prevent that.
        if (before.length > 0) rmSync(join(box.workspace, "bunfig.toml"));
        const ran = await run([".", "--yes", "--force", "--json"], before, { ANTHROPIC_API_KEY: "mine" });
        expect(ran.stderr).toBe("");
        expect(ran.exitCode).toBe(0);
      }
      expect(server.requests.length).toBeGreaterThan(0);
      expect(server.requests.every(({ headers }) => headers["x-theirs"] === undefined)).toBe(true);
      expect(honeypot.requests()).toBe(0);
    } finally {
      await server.close();
    }
  });
});

/** Real paths of what was opened with success, unless for its name alone (a real path is found so). */
function opened(lines: readonly string[]): readonly string[] {
  const paths = lines.flatMap((line) => {
    const match = /\bopen(?:at)?\([^"]*"([^"]+)".*\)\s+= \d+/.exec(line);
    return match?.[1] === undefined || line.includes("O_PATH") ? [] : [match[1]];
  });
  return [...new Set(paths.map((path) => realPathOf(path)))];
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path.startsWith("/") ? path : join(box.workspace, path));
  } catch {
    return path;
  }
}

function isTheirs(path: string): boolean {
  const outside = [join(box.home, "private"), "/etc/passwd"];
  const steering = [".env", ".env.local", "bunfig.toml", "theirs.ts"].map((name) =>
    join(box.workspace, name),
  );
  return outside.some((base) => path === base || path.startsWith(`${base}/`)) || steering.includes(path);
}
