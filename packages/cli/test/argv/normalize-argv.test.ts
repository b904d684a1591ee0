import { describe, expect, test } from "bun:test";
import { VALUE_OPTIONS } from "../../src/argv/lex-argv.ts";
import { formatNormalizedArgv, normalizeArgv } from "../../src/argv/normalize-argv.ts";
import { LEADING_VERBS, PLAIN_VERBS, VERBS } from "../../src/argv/verbs.ts";
import { createParser, listCommandGuides } from "../../src/help/command-guide.ts";

type Case = readonly [line: string, verb: string | null, workspace: string | null, words: string];

const CASES: readonly Case[] = [
  ["ws", null, "ws", ""],
  ["ws pin x", "pin", "ws", "pin x"],
  ["--db-path x ws pin y", "pin", "ws", "pin --db-path x y"],
  ["ws --db-path pin pin y", "pin", "ws", "pin --db-path pin y"],
  ["--db-path=x ws --json pin y", "pin", "ws", "pin --db-path=x --json y"],
  ["--global pin y", "pin", null, "pin --global y"],
  ["pin y --global", "pin", null, "pin y --global"],
  ["ws --global pin y", "pin", "ws", "pin --global y"],
  ["ws --global", null, "ws", "--global"],
  ["./pin pin y", "pin", "./pin", "pin y"],
  ["./serve status", "status", "./serve", "status"],
  ["serve ./x", "serve", "./x", "serve"],
  ["ws pin pin", "pin", "ws", "pin pin"],
  ["ws pin -- --odd", "pin", "ws", "pin -- --odd"],
  ["-- pin pin y", "pin", "pin", "pin -- y"],
  ["ws -- pin", null, "ws", "-- pin"],
  ["ws pinn y", null, "ws", "pinn y"],
  ["--model --json ws", null, "ws", "--model --json"],
  ["- pin y", "pin", "-", "pin y"],
  ["--json", null, null, "--json"],
  ["", null, null, ""],
];

describe("normalizeArgv", () => {
  test.each(CASES)("reads `%s`", (line, verb, workspace, words) => {
    const normalized = normalizeArgv(line.split(" ").filter((word) => word !== ""));
    expect(normalized.verb).toBe(verb);
    expect(normalized.workspace).toBe(workspace);
    expect(formatNormalizedArgv(normalized).join(" ")).toBe(words);
  });

  test("knows every option of every command that takes a value, and every command", () => {
    const guides = listCommandGuides(createParser());
    const valued = guides.flatMap((guide) => guide.options.filter((option) => option.takesValue));
    expect(new Set(valued.flatMap((option) => option.names))).toEqual(new Set(VALUE_OPTIONS));
    const verbs = guides.flatMap((guide) => (guide.verb === null ? [] : [guide.verb]));
    expect(new Set(verbs)).toEqual(new Set<string>([...VERBS, ...LEADING_VERBS, ...PLAIN_VERBS]));
  });
});
