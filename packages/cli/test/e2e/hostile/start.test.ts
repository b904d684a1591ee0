import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { smallLibrary } from "../support/libraries.ts";
import { createSandbox, type Sandbox } from "../support/sandbox.ts";

const MAIN = join(import.meta.dir, "../../../src/main.ts");
const PATH = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;

let box: Sandbox;

beforeEach(async () => {
  box = createSandbox();
  await box.addLibrary({ skills: smallLibrary() });
});

afterEach(() => box.dispose());

interface Started {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the program inside of the repository, as someone who has just cloned it would. */
function startIn(directory: string, command: readonly string[], env: Record<string, string> = {}): Started {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    cwd: directory,
    env: { PATH, HOME: box.home, NO_COLOR: "1", ...env },
  });
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** A model id whose message tells whether the key was seen. */
const ASK_FOR_KEY = [".", "--model", "anthropic:claude-haiku-4-5", "--yes"];
const NO_KEY = "set ANTHROPIC_API_KEY";

describe("a repository's files steer neither bun nor the program", () => {
  const installed = () => {
    const link = join(box.home, "bin", "metis-curate");
    mkdirSync(dirname(link));
    symlinkSync(MAIN, link);
    return link;
  };
  const ways: readonly (readonly [string, () => readonly string[]])[] = [
    ["the program", () => [MAIN]],
    ["a link to it, as an installation makes it", () => [installed()]],
    ["bun and the file", () => [process.execPath, MAIN]],
    ["bun run and the file", () => [process.execPath, "run", MAIN]],
  ];

  for (const [way, command] of ways) {
    test(`.env gives no key: ${way}`, () => {
      box.write("ws/.env", "ANTHROPIC_API_KEY=theirs\nMETIS_DEBUG=1\n");
      box.write("ws/.env.local", "ANTHROPIC_API_KEY=theirs\n");
      const ran = startIn(box.workspace, [...command(), ...ASK_FOR_KEY]);
      expect(ran).toMatchObject({ exitCode: 2, stdout: "" });
      expect(ran.stderr).toContain(NO_KEY);
      expect(box.events("curator.run_started")).toEqual([]);
    });
  }

  test("the operator's own key is still seen", () => {
    box.write("ws/.env", "ANTHROPIC_API_KEY=theirs\n");
    const ran = startIn(box.workspace, [process.execPath, MAIN, ...ASK_FOR_KEY, "--dry-run"], {
      ANTHROPIC_API_KEY: "mine",
    });
    expect(ran.stderr).not.toContain(NO_KEY);
  });

  test("a preload of bunfig.toml does not run when the program starts", () => {
    box.write("ws/bunfig.toml", 'preload = ["./theirs.ts"]\n');
    box.write("ws/theirs.ts", 'await Bun.write("canary", "ran");\n');
    const ran = startIn(box.workspace, [MAIN, ".", "--list"]);
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(existsSync(join(box.workspace, "canary"))).toBe(false);
  });
});

test("words of the command line arrive as they were typed, after a restart too", () => {
  const odd = ["explain", "--", "--no-env-file", "two words", "ümläut", ""];
  const [direct, restarted] = [[MAIN], [process.execPath, MAIN]].map((command) =>
    startIn(box.workspace, [...command, ".", ...odd]),
  );
  expect(direct).toEqual(restarted as Started);
});
