import { describe, expect, test } from "bun:test";
import { runCommandLine } from "../support/run-command-line.ts";

const MISTAKES: readonly (readonly [line: string, message: string])[] = [
  ["", "no workspace given: write metis-curate <workspace>, or --global for the global library"],
  [
    "pin x",
    "no workspace given: write metis-curate <workspace> pin <skill>, or --global for the global library",
  ],
  ["ws pinn x", "unknown command 'pinn'; did you mean 'pin'?"],
  ["ws undp x", "unknown command 'undp'; did you mean 'undo'?"],
  ["--global hsitory", "no directory and no command 'hsitory'; did you mean 'history'?"],
  ["--global pinn x", "unknown command 'pinn'; did you mean 'pin'?"],
  ["ws dry-run", "unknown command 'dry-run'; did you mean the option '--dry-run'?"],
  ["ws lsit", "unknown command 'lsit'; did you mean the option '--list'?"],
  ["serv ws", "unknown command 'serv'; did you mean 'serve'?"],
  ["ws frobnicate", "unknown command 'frobnicate'; metis-curate --help lists them"],
  ["statsu", "no directory and no command 'statsu'; did you mean 'status'?"],
  ["help", "no directory 'help'; metis-curate --help lists the commands"],
  ["nowhere pin x", "no directory 'nowhere': name the workspace, or . for this one"],
  ["diff", "'diff' is not available in this version; a directory of that name is written ./diff"],
  ["mcp --port 9", "--host, --port and --token are for --http"],
  ["mcp --http --port x", '--port "x" is not a whole number from 0 to 65535'],
  ["ws pin", "pin needs <skill>: write metis-curate <workspace> pin <skill>"],
  ["ws adopt", "adopt needs <skill>: write metis-curate <workspace> adopt <skill> ..."],
  ["ws pin a b", "unexpected 'b': write metis-curate <workspace> pin <skill>"],
  ["ws status x", "unexpected 'x': write metis-curate <workspace> status"],
  ["ws status --frob", "unknown option '--frob'"],
  ["ws --dry-rnu", "unknown option '--dry-rnu'; did you mean '--dry-run'?"],
  ["ws status --dry-run", "unknown option '--dry-run'"],
  ["ws -x", "unknown option '-x'"],
  ["ws --modle anthropic:x", "unknown option '--modle'; did you mean '--model'?"],
  ["ws status --modell x", "unknown option '--modell'"],
  ["ws hisotry --limit 5", "unknown command 'hisotry'; did you mean 'history'?"],
  ["ws status --db-path", "--db-path needs a value"],
  ["ws status --db-path=", "--db-path needs a value"],
  ["ws status --global=yes", "--global takes no value"],
  ["ws --model a --model b", "--model is given twice, with different values"],
  ["ws --list --dry-run", "--list and --dry-run contradict each other: give one of them"],
  ["ws --list --plan-out p", "--list and --plan-out contradict each other: give one of them"],
  ["ws --list --force", "--list and --force contradict each other: give one of them"],
  ["ws --dry-run --yes", "--dry-run and --yes contradict each other: give one of them"],
  ["ws --plan-out p --trigger scheduled", "--plan-out and --trigger contradict each other: give one of them"],
  ["ws --raw", "--raw prints the state as it is and belongs to --list: write --list --raw"],
  [
    "ws --trigger sometimes",
    '--trigger "sometimes" is unknown; it is one of explicit_cli, scheduled, session_ended',
  ],
  [
    "ws --trigger scheduled --force",
    "--force and --trigger scheduled contradict each other: give one of them",
  ],
  ["ws history --limit 0", '--limit "0" is not a whole number from 1 to 1000'],
  ["ws backup --max-bytes 1k", '--max-bytes "1k" is not a whole number of bytes above 0'],
  ["ws history --limit 1.5", '--limit "1.5" is not a whole number from 1 to 1000'],
  [
    "ws restore x --before soon",
    '--before "soon" is not an ISO-8601 time; write it like 2026-11-30T14:00:00Z',
  ],
];

function wordsOf(line: string): readonly string[] {
  return line.split(" ").filter((word) => word !== "");
}

describe("wrong usage", () => {
  test.each(MISTAKES)("`%s` is one line and exit 2, and opens nothing", async (line, message) => {
    const ran = await runCommandLine(wordsOf(line));
    expect(ran.stderr).toBe(`error: ${message}\n`);
    expect(ran.exitCode).toBe(2);
    expect(ran.stdout).toBe("");
    expect(ran.opened).toEqual([]);
  });

  test.each(MISTAKES)("`%s --json` is one document", async (line, message) => {
    const ran = await runCommandLine(["--json", ...wordsOf(line)]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toEqual({ error: { kind: "usage", message } });
  });

  test("an empty workspace or skill is never this directory", async () => {
    for (const words of [[""], ["", "pin", "x"], ["ws", "pin", ""]]) {
      const ran = await runCommandLine(words);
      expect(ran.exitCode).toBe(2);
      expect(ran.opened).toEqual([]);
    }
  });

  test("words of a hostile command line do not reach the terminal as they are", async () => {
    const ran = await runCommandLine(["ws", "\u001b[2J"]);
    expect(ran.stderr).toBe("error: unknown command '\\u{1b}[2J'; metis-curate --help lists them\n");
  });
});

describe("a bug", () => {
  const curator = { status: () => Promise.reject(new TypeError("x is not a function")) };

  test("is one clear line and exit 1, without a stack, and what was opened is closed", async () => {
    const ran = await runCommandLine(["ws", "status"], { curator });
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toBe(
      "error: internal error: x is not a function; this is a bug, METIS_DEBUG=1 shows where\n",
    );
    expect(ran.closed).toBe(1);
  });

  test("shows where with METIS_DEBUG", async () => {
    const ran = await runCommandLine(["ws", "status"], { curator, context: { env: { METIS_DEBUG: "1" } } });
    expect(ran.stderr).toContain("mistakes.test.ts");
  });

  test("is one document with --json", async () => {
    const ran = await runCommandLine(["ws", "status", "--json"], { curator });
    expect(ran.exitCode).toBe(1);
    expect(JSON.parse(ran.stdout).error.kind).toBe("internal");
  });
});
