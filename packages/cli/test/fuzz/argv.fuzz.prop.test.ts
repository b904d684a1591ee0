import { expect } from "bun:test";
import { fuzzTarget, hostileTextArbitrary } from "@metis-curate/testkit";
import * as fc from "fast-check";
import { lexArgv, VALUE_OPTIONS } from "../../src/argv/lex-argv.ts";
import { formatNormalizedArgv, listOperands, normalizeArgv } from "../../src/argv/normalize-argv.ts";
import { RESERVED_WORDS, VERBS } from "../../src/argv/verbs.ts";
import { runCommandLine } from "../support/run-command-line.ts";

const word = fc.oneof(
  fc.constantFrom(
    ...VERBS,
    ...RESERVED_WORDS,
    ...VALUE_OPTIONS,
    "--json",
    "--global",
    "--",
    "-",
    "--=",
    "--model=rules",
    "ws",
    ".",
    "./pin",
  ),
  hostileTextArbitrary(["--", "-", "=", "pin"], 4),
);
const argv = fc.array(word, { maxLength: 10 });

const flag = fc.constantFrom(
  "--json",
  "--dry-run",
  "--list",
  "--yes",
  "--raw",
  "--help",
  "--version",
  "-h",
  "--limit",
);
/** Nearly a command line of a person. */
const typed = fc
  .tuple(
    fc.constantFrom("ws", ".", "--global"),
    fc.constantFrom(...VERBS, ""),
    fc.array(fc.oneof(flag, word), { maxLength: 4 }),
  )
  .map(([workspace, verb, rest]) => [workspace, ...(verb === "" ? [] : [verb]), ...rest]);

const fuzz = fuzzTarget("command line");

fuzz.law("the tokens are the words, in order", argv, (words) => {
  expect(lexArgv(words).flatMap((token) => token.words)).toEqual(words);
});

fuzz.law("no word is lost, and nothing behind -- is an option or a command", argv, (words) => {
  const normalized = normalizeArgv(words);
  const workspace = normalized.workspace === null ? [] : [normalized.workspace];
  expect([...workspace, ...formatNormalizedArgv(normalized)].sort()).toEqual([...words].sort());
  const end = lexArgv(words).findIndex(({ kind }) => kind === "separator");
  if (end === 0) expect(normalized.rest.some(({ kind }) => kind === "option")).toBe(false);
  for (const operand of listOperands(normalized)) expect(words).toContain(operand);
});

const OBEYED = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

fuzz.asyncLaw(
  "any command line ends with an exit code and prints nothing that a terminal obeys",
  fc.oneof(typed, argv),
  async (words) => {
    const ran = await runCommandLine(words);
    expect([0, 1, 2, 3]).toContain(ran.exitCode);
    expect(ran.stderr).not.toContain("internal error");
    expect(ran.closed).toBe(ran.opened.length);
    for (const line of [...ran.stdout.split("\n"), ...ran.stderr.split("\n")])
      expect(line).not.toMatch(OBEYED);
    if (ran.exitCode === 2 && ran.opened.length === 0)
      expect(`${ran.stdout}${ran.stderr}`.trim()).not.toBe("");
  },
  { weight: 5 },
);
