import { expect, test } from "bun:test";
import fc from "fast-check";
import { VALUE_OPTIONS } from "../../src/argv/lex-argv.ts";
import { formatNormalizedArgv, listOperands, normalizeArgv } from "../../src/argv/normalize-argv.ts";
import { RESERVED_WORDS, VERBS } from "../../src/argv/verbs.ts";

const word = fc.oneof(
  fc.constantFrom(
    ...VERBS,
    ...RESERVED_WORDS,
    ...VALUE_OPTIONS,
    "--global",
    "--json",
    "--",
    "-",
    "",
    "ws",
    "./pin",
  ),
  fc.string(),
);
const argv = fc.array(word, { maxLength: 12 });

test("no word is lost, invented or repeated", () => {
  fc.assert(
    fc.property(argv, (words) => {
      const normalized = normalizeArgv(words);
      const workspace = normalized.workspace === null ? [] : [normalized.workspace];
      expect([...workspace, ...formatNormalizedArgv(normalized)].sort()).toEqual([...words].sort());
    }),
  );
});

test("what is neither workspace nor command keeps its order", () => {
  fc.assert(
    fc.property(argv, (words) => {
      const rest = normalizeArgv(words).rest.flatMap((token) => token.words);
      let at = 0;
      for (const kept of words) if (kept === rest[at]) at += 1;
      expect(at).toBe(rest.length);
    }),
  );
});

test("options may stand anywhere around workspace, command and skill", () => {
  const option = fc.constantFrom(["--json"], ["--db-path", "pin"], ["--layout=pin"], ["--global"]);
  const options = fc.array(option, { maxLength: 3 }).map((groups) => groups.flat());
  const verb = fc.constantFrom(...VERBS);
  fc.assert(
    fc.property(options, options, options, options, verb, (a, b, c, d, name) => {
      const normalized = normalizeArgv([...a, "ws", ...b, name, ...c, "skill", ...d]);
      expect(normalized.workspace).toBe("ws");
      expect(normalized.verb).toBe(name);
      expect(listOperands(normalized)).toEqual(["skill"]);
    }),
  );
});
