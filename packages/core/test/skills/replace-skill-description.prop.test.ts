import { describe, expect, test } from "bun:test";
import { parseSkillDocument, replaceSkillDescription, splitSkillText } from "@metis-curate/core";
import { skillBodyArbitrary, skillDescriptionArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** Ways to write a value, each with what follows it on its line. */
const valueArbitrary = fc.constantFrom<readonly [value: string, rest: string]>(
  ["plain text", ""],
  ["plain text", "   # and a comment"],
  ["plain over\n  two lines", " # here"],
  ["'single: quoted'", " # c"],
  ['"double \\u00e9 quoted"', ""],
  ['"double over\n  two lines"', ""],
  ["Use when: asked", ""],
  ["`code` first", ""],
  ["{curly}", ""],
  [">-\n  folded\n  text", ""],
  ["|+\n  kept\n\n  lines", "\n"],
  ["|2\n    indented", ""],
  ["!!str 12", ""],
);

const lineArbitrary = fc.constantFrom(
  "license: MIT",
  'compatibility: "a: b" # why',
  "# a comment: with a colon",
  "",
  "skill_type:   framework",
  "metadata:\n  author: 'some one'\n  # inner\n  version: 1.0",
  "allowed-tools: [Read, Write]",
);

const fileArbitrary = fc.record({
  bom: fc.constantFrom("", "\ufeff"),
  lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  before: fc.uniqueArray(lineArbitrary, { maxLength: 3 }),
  key: fc.constantFrom("description: ", "description:    ", '"description": '),
  value: valueArbitrary,
  after: fc.uniqueArray(lineArbitrary, { maxLength: 3 }),
  body: skillBodyArbitrary(),
});

test("only the value of the description changes, and it reads back exactly", () => {
  fc.assert(
    fc.property(fileArbitrary, skillDescriptionArbitrary(), (file, description) => {
      const { bom, lineEnd, key, value, after } = file;
      const before = file.before.filter((line) => !after.includes(line));
      const inFile = (text: string) => text.replaceAll("\n", lineEnd);
      const head = bom + inFile(["---", "name: some-skill", ...before, key].join("\n"));
      const tail = inFile(
        `${value[1]}\n${[...after, "---", ""].join("\n")}\n${file.body.replace(/\r/g, "")}`,
      );
      const written = replaceSkillDescription(encode(head + inFile(value[0]) + tail), description);
      if (written.kind === "refused") return expect.unreachable(written.message);
      const text = decode(written.bytes);
      // A tag in front of the value stays.
      const start = value[0].startsWith("!!str ") ? `${head}!!str ` : head;
      expect(text.slice(0, start.length)).toBe(start);
      expect(text.slice(text.length - tail.length)).toBe(tail);
      expect(text.slice(start.length, text.length - tail.length)).not.toMatch(/[\r\n]/);
      expect(parseSkillDocument(written.bytes, "some-skill")).toMatchObject({
        kind: "skill",
        fields: { description },
      });
    }),
    { numRuns: 200 },
  );
});

test("twice is once: the second time nothing changes", () => {
  fc.assert(
    fc.property(skillDescriptionArbitrary(), (description) => {
      const first = replaceSkillDescription(encode("---\nname: a\ndescription: b\n---\nx\n"), description);
      if (first.kind === "refused") return expect.unreachable(first.message);
      expect(replaceSkillDescription(first.bytes, description)).toMatchObject({ bytes: first.bytes });
    }),
    { numRuns: 100 },
  );
});

function written(frontmatter: string, description: string): string {
  const result = replaceSkillDescription(encode(`---\n${frontmatter}---\n\nbody\n`), description);
  if (result.kind === "refused") return `refused: ${result.message}`;
  const split = splitSkillText(result.bytes);
  return split.kind === "split" ? split.text.frontmatter : split.kind;
}

describe("how it is written", () => {
  test.each([
    ["description: old words\n", "New words here", "description: New words here\n"],
    ["description: old words\n", "Use when: asked", 'description: "Use when: asked"\n'],
    ["description: 'old'\n", "It's new", "description: 'It''s new'\n"],
    ['description: "old" # c\n', "New words", 'description: "New words" # c\n'],
    ["description: >- # note\n  old\n\n# end\n", "New words", 'description: "New words" # note\n\n# end\n'],
    [
      "{name: a, description: old words, license: MIT}\n",
      "New words",
      "{name: a, description: New words, license: MIT}\n",
    ],
    ["? description\n: old words\n", "New words", "? description\n: New words\n"],
    ["description: old\n", "yes", 'description: "yes"\n'],
    ["description: a: b\n", "New words", 'description: "New words"\n'],
    ["x: &d old\ndescription: *d\n", "New words", 'x: &d old\ndescription: "New words"\n'],
  ])("%j becomes %j", (frontmatter, description, expected) => {
    expect(written(frontmatter, description)).toBe(expected);
  });

  test.each([
    ["a value that another field takes over", "description: &d old\nx: *d\n", "New"],
    ["a blank description", "description: old\n", " \n"],
    ["a description that is too long", "description: old\n", "x".repeat(1025)],
    ["a file without a description", "name: a\n", "New"],
    ["broken YAML elsewhere", "description: old\nx: [\n", "New"],
  ])("%s is refused", (_, frontmatter, description) => {
    expect(written(frontmatter, description)).toStartWith("refused: ");
  });
});
