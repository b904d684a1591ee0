import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { hookCommand, launcherPath, settledProgram, shellQuote, writeLauncher } from "@metis-curate/runtimes";
import * as fc from "fast-check";

let home: string;

beforeEach(() => {
  // A name that a careless script would trip over.
  home = join(realpathSync(mkdtempSync(join(tmpdir(), "metis-"))), "some one's $HOME");
  mkdirSync(home);
});

afterEach(() => rmSync(dirname(home), { recursive: true, force: true }));

const PROGRAM = "process.stdout.write(JSON.stringify([process.argv.slice(2), process.execArgv]));";

function put(path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function sh(command: string, env: Record<string, string> = {}) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["/bin/sh", "-c", command], { env, cwd: home });
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

describe("the launcher", () => {
  test("starts the program with the words it was given, and nothing of the directory it is in", () => {
    const main = put("lib/main.js", PROGRAM);
    put("bunfig.toml", 'preload = ["./gone.js"]\n');
    writeLauncher(home, { bun: process.execPath, main, version: "1.0.0" });
    const ran = sh(`${hookCommand(home, "codex")} 'two words' ''`);
    const [words, flags] = JSON.parse(ran.stdout);
    expect(words).toEqual(["hook", "codex", "two words", ""]);
    expect(flags).toEqual(expect.arrayContaining(["--no-env-file", "--config=/dev/null", "--no-install"]));
  });

  test("a hook whose program is gone does nothing and is no error", () => {
    writeLauncher(home, { bun: "/gone/bun", main: "/gone/main.js", version: "1.0.0" });
    expect(sh(hookCommand(home, "codex"))).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("any other command says what is missing", () => {
    writeLauncher(home, { bun: "/gone/bun", main: "/gone/main.js", version: "1.0.0" });
    const ran = sh(`${shellQuote(launcherPath(home))} mcp`);
    expect(ran.exitCode).toBe(127);
    expect(ran.stderr).toContain("run metis-curate init again");
  });

  test("finds another Bun where the one it knew is gone", () => {
    const main = put("lib/main.js", PROGRAM);
    writeLauncher(home, { bun: "/gone/bun", main, version: "1.0.0" });
    mkdirSync(join(home, "bin"));
    symlinkSync(process.execPath, join(home, "bin", "bun"));
    const ran = sh(hookCommand(home, "codex"), { PATH: join(home, "bin") });
    expect(ran.exitCode).toBe(0);
    expect(JSON.parse(ran.stdout)[0]).toEqual(["hook", "codex"]);
  });

  test("is written anew for another version, while the hook line stays the same", () => {
    const before = hookCommand(home, "codex");
    writeLauncher(home, {
      bun: process.execPath,
      main: put("one.js", "process.stdout.write('1')"),
      version: "1",
    });
    expect(sh(before).stdout).toBe("1");
    writeLauncher(home, {
      bun: process.execPath,
      main: put("two.js", "process.stdout.write('2')"),
      version: "2",
    });
    expect(hookCommand(home, "codex")).toBe(before);
    expect(sh(before).stdout).toBe("2");
    expect(statSync(launcherPath(home)).mode & 0o777).toBe(0o755);
  });
});

test("a quoted word is that word to a shell", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary-ascii", maxLength: 12 }).filter((word) => !word.includes("\0")),
      (word) => {
        expect(sh(`printf %s ${shellQuote(word)}x`).stdout).toBe(`${word}x`);
      },
    ),
    { numRuns: 30 },
  );
});

describe("a program that was only fetched to be run once", () => {
  const fetched = (directory: string) => {
    put(`${directory}/node_modules/dep/index.js`, "export const dep = 'dep';");
    return put(
      `${directory}/node_modules/metis-curate/src/main.js`,
      'import { dep } from "dep"; process.stdout.write(dep);',
    );
  };

  test.each([["bunx-0-metis-curate@latest"], ["cache/_npx/0123"]])(
    "%s is kept with all it needs",
    (directory) => {
      const main = fetched(directory);
      const settled = settledProgram(home, { bun: process.execPath, main, version: "1.2.3" });
      rmSync(join(home, directory), { recursive: true });
      writeLauncher(home, settled);
      expect(sh(hookCommand(home, "codex")).stdout).toBe("dep");
      expect(settledProgram(home, { ...settled }).main).toBe(settled.main);
    },
  );

  test("one that is installed stays where it is", () => {
    const elsewhere = "/opt/lib/node_modules/metis-curate/src/main.js";
    const target = { bun: process.execPath, main: elsewhere, version: "1.2.3" };
    expect(settledProgram(home, target)).toEqual(target);
    expect(existsSync(join(home, ".metis"))).toBe(false);
  });
});
