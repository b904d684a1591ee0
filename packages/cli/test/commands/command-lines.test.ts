import { describe, expect, test } from "bun:test";
import type { Refusal } from "@metis-curate/core";
import { UNDO_REPORT } from "../support/reports.ts";
import { runCommandLine } from "../support/run-command-line.ts";

type Case = readonly [line: string, call: readonly unknown[]];

const CASES: readonly Case[] = [
  ["ws pin deploy", ["pin", "deploy"]],
  ["ws pin -- --odd", ["pin", "--odd"]],
  ["ws unpin deploy", ["unpin", "deploy"]],
  ["ws archive deploy", ["archive", "deploy", { force: false }]],
  ["ws archive --force deploy --reason=old", ["archive", "deploy", { force: true, reason: "old" }]],
  ["ws restore deploy", ["restore", "deploy", {}]],
  ["ws restore x --before 2026-06-13T04:27:28", ["restore", "x", { before: "2026-06-13T04:27:28.000Z" }]],
  ["ws backup", ["backup", { withTrace: true }]],
  [
    "ws backup --out b --no-trace --max-bytes 5",
    ["backup", { out: "/desk/b", withTrace: false, bytesMax: 5 }],
  ],
  ["ws restore-backup b/1", ["restore-backup", "/desk/b/1", { withTrace: true }]],
  ["ws restore-backup /b --no-trace", ["restore-backup", "/b", { withTrace: false }]],
  ["ws explain deploy", ["explain", "deploy"]],
  ["ws pause", ["pause", ""]],
  ["ws resume", ["resume", ""]],
  ["ws status", ["status"]],
  ["ws history", ["history", { limit: 20 }]],
  ["ws history deploy --limit 3", ["history", { limit: 3, skill: "deploy" }]],
  ["ws --dry-run", ["plan"]],
  ["ws --list", ["list"]],
  ["ws --list --raw", ["rawState"]],
  ["ws", ["run", { trigger: "explicit_cli", force: false, yes: false }, true]],
  ["ws --yes --force", ["run", { trigger: "explicit_cli", force: true, yes: true }, true]],
  ["ws --trigger scheduled", ["run", { trigger: "scheduled", force: false, yes: false }, true]],
  ["ws --trigger=session_ended", ["run", { trigger: "session_ended", force: false, yes: false }, true]],
];

describe("a command line", () => {
  test.each(CASES)("`%s` asks the curator once", async (line, call) => {
    const ran = await runCommandLine(line.split(" "));
    expect(ran.stderr).toBe("");
    expect(ran.exitCode).toBe(0);
    expect(ran.curator.calls).toEqual([call]);
    expect(ran.stdout).toEndWith("\n");
    expect(ran.closed).toBe(1);
  });

  test.each(CASES.filter(([line]) => !line.includes("--raw")))(
    "`%s --json` prints one document, no colour, and nothing else",
    async (line) => {
      const words = line.split(" ");
      const context = { env: { FORCE_COLOR: "1" } };
      const ran = await runCommandLine([...words.slice(0, 1), "--json", ...words.slice(1)], { context });
      expect(ran.exitCode).toBe(0);
      expect(ran.stderr).toBe("");
      expect(typeof JSON.parse(ran.stdout)).toBe("object");
    },
  );

  test.each(CASES)("`%s` prints a refusal in one line and takes its exit code", async (line) => {
    for (const exitCode of [1, 2, 3] as const) {
      const refusal: Refusal = { kind: "locked", message: "another curator run\nis in progress", exitCode };
      const openCurator = async () => ({ ok: false, refusal }) as const;
      const ran = await runCommandLine(line.split(" "), { context: { openCurator } });
      expect(ran.exitCode).toBe(exitCode);
      expect(ran.stdout).toBe("");
      expect(ran.stderr).toBe("error: another curator run is in progress\n");
    }
  });
});

describe("options of every form", () => {
  test("are handed on with absolute paths", async () => {
    const line = "--db-path t.db ws --config=c.yaml --layout agents --skills-dir /s status --global";
    const ran = await runCommandLine(line.split(" "));
    const { logger, ...options } = ran.opened[0] ?? {};
    expect(logger).toBeDefined();
    expect(options).toEqual({
      workspace: "/desk/ws",
      global: true,
      home: "/home/me",
      cwd: "/desk",
      env: {},
      dbPath: "/desk/t.db",
      configPath: "/desk/c.yaml",
      layout: "agents",
      skillsDir: "/s",
      programVersion: "9.9.9",
      commandLine: "metis-curate ws --global --db-path t.db --config c.yaml --layout agents --skills-dir /s",
    });
  });

  test("--global needs no workspace, --model replaces the model", async () => {
    const ran = await runCommandLine(["--global", "--model", "rules"]);
    expect(ran.opened[0]).toMatchObject({ workspace: null, global: true, modelOverride: "rules" });
  });

  test("the commands a report names carry the options on", async () => {
    const ran = await runCommandLine(["ws", "--db-path", "my db", "--dry-run"]);
    expect(ran.stdout).toContain("  metis-curate ws --db-path 'my db'\n");
    const rules = await runCommandLine(["ws", "--dry-run", "--model=rules"]);
    expect(rules.stdout).toContain("  metis-curate ws --model rules\n");
    const global = await runCommandLine(["--global"]);
    expect(global.stdout).toContain("  metis-curate --global undo 01KBB3M8Q5T5V0Z1N9XKQ2H7RD\n");
  });

  test("the logger writes warnings to stderr, all levels when debugging", async () => {
    for (const [env, expected] of [
      [{}, "warning: w\\u{1b}\n"],
      [{ METIS_DEBUG: "1" }, "info: i\nwarning: w\\u{1b}\n"],
    ] as const) {
      const ran = await runCommandLine(["ws", "status"], {
        context: {
          env,
          openCurator: async (options) => {
            options.logger.log("info", "i");
            options.logger.log("warning", "w\u001b");
            return { ok: false, refusal: { kind: "x", message: "x", exitCode: 3 } };
          },
        },
      });
      expect(ran.stderr).toBe(`${expected}error: x\n`);
    }
  });
});

describe("several names", () => {
  test.each(["adopt", "disown"])("%s goes on after a refusal and tells it", async (verb) => {
    const refusal: Refusal = { kind: "unknown-skill", message: "no skill 'b'", exitCode: 2 };
    const act = async (skill: string) =>
      skill === "b"
        ? ({ ok: false, refusal } as const)
        : ({ ok: true, value: { action: verb, skill, payload: {}, message: `${skill} done` } } as const);
    const curator = { adopt: act, disown: act };
    const ran = await runCommandLine(["ws", verb, "a", "b", "c", "a"], { curator });
    expect(ran.exitCode).toBe(2);
    expect(ran.stdout).toBe("a done\nc done\n");
    expect(ran.stderr).toBe("error: no skill 'b'\n");
    const json = await runCommandLine(["ws", verb, "a", "b", "--json"], { curator });
    expect(json.exitCode).toBe(2);
    expect(JSON.parse(json.stdout)).toEqual({
      acts: [{ action: verb, skill: "a", payload: {}, message: "a done" }],
      refused: [{ skill: "b", kind: "unknown-skill", message: "no skill 'b'" }],
    });
  });
});

describe("undo", () => {
  test("exits 1 when something was left and 0 when nothing was", async () => {
    const left = await runCommandLine(["ws", "undo", "01X"]);
    expect(left.exitCode).toBe(1);
    expect(left.curator.calls).toEqual([["undo", "01X"]]);
    expect(left.stdout).toContain("deploy (consolidate): changed since");
    expect(left.closed).toBe(1);
    const json = await runCommandLine(["ws", "undo", "01X", "--json"]);
    expect(json.exitCode).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual(UNDO_REPORT);
    const undo = async () => ({ ok: true, value: { ...UNDO_REPORT, left: [] } }) as const;
    expect((await runCommandLine(["ws", "undo", "01X"], { curator: { undo } })).exitCode).toBe(0);
  });
});

describe("doctor", () => {
  test("exits 1 when a check failed and 0 when none did", async () => {
    const failed = await runCommandLine(["ws", "doctor", "--reset-state"]);
    expect(failed.exitCode).toBe(1);
    expect(failed.curator.calls).toEqual([["doctor", { resetState: true }]]);
    expect(failed.stdout).toContain("FAIL  state: state.json is corrupt\n      fix: metis-curate . doctor");
    const doctor = async () => ({ ok: true, value: { checks: [] } }) as const;
    const passed = await runCommandLine(["ws", "doctor"], { curator: { doctor } });
    expect(passed.exitCode).toBe(0);
    expect(passed.stdout).toBe("All checks passed.\n");
  });
});

test("--raw prints the bytes off a terminal and neutralises them on one", async () => {
  const raw = await runCommandLine(["ws", "--list", "--raw"]);
  expect(raw.stdout).toBe('{"schema_version": "1", "x": "\u001b[2J"}\n');
  const shown = await runCommandLine(["ws", "--list", "--raw"], { context: { stdoutIsTty: true } });
  expect(shown.stdout).toBe('{"schema_version": "1", "x": "\\u{1b}[2J"}\n');
});
