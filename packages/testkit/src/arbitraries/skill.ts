import type { NewSkill } from "@metis-curate/core";
import fc from "fast-check";

const RESERVED = ["node_modules", "venv", "virtualenv", "references", "assets", "scripts"];
const MAX_WORDS = 4;

/** Valid skill names: words of letters and digits joined by single hyphens. */
export function skillNameArbitrary(): fc.Arbitrary<string> {
  const word = fc.stringMatching(/^[a-z0-9]{1,10}$/);
  return fc
    .array(word, { minLength: 1, maxLength: MAX_WORDS })
    .map((words) => words.join("-"))
    .filter((name) => !RESERVED.includes(name));
}

/** Any text that a description may be: not blank, at most 1,024 code points, well-formed. */
export function skillDescriptionArbitrary(): fc.Arbitrary<string> {
  const tricky = fc.constantFrom(
    ": ",
    " #",
    "- ",
    "'",
    '"',
    "`",
    "@",
    "%",
    "{",
    "[",
    "null",
    "yes",
    "1.0",
    "\n",
    "\r",
  );
  return fc
    .array(fc.oneof(tricky, fc.string({ unit: "binary", maxLength: 20 }), fc.lorem({ maxCount: 3 })), {
      minLength: 1,
      maxLength: 8,
    })
    .map((parts) => parts.join(""))
    .filter((text) => text.trim() !== "" && [...text].length <= 1024);
}

/** Any text that a body may be: not blank and without a frontmatter of its own. */
export function skillBodyArbitrary(): fc.Arbitrary<string> {
  const line = fc.oneof(
    fc.lorem({ maxCount: 8 }),
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.constantFrom("", "# Title", "```sh", "```", "- item", "> quote", "***", "    ---"),
  );
  return fc
    .array(line, { minLength: 1, maxLength: 12 })
    .map((lines) => `# Steps\n${lines.join("\n")}`)
    .filter((body) => !/^---[ \t]*$/m.test(body));
}

/** Skills that a strict writer accepts. */
export function newSkillArbitrary(): fc.Arbitrary<NewSkill> {
  const text = fc
    .string({ unit: "binary", minLength: 1, maxLength: 30 })
    .filter((value) => value.trim() !== "");
  return fc.record(
    {
      name: skillNameArbitrary(),
      description: skillDescriptionArbitrary(),
      body: skillBodyArbitrary(),
      license: text,
      compatibility: text,
      metadata: fc.dictionary(
        fc.stringMatching(/^[a-z]{1,8}$/),
        fc.string({ unit: "binary", maxLength: 20 }),
        {
          maxKeys: 3,
          noNullPrototype: true,
        },
      ),
      allowedTools: fc.array(fc.stringMatching(/^[A-Za-z(*):]{1,12}$/), { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: ["name", "description", "body"] },
  );
}

/** Frontmatter lines as people write them, valid and not, without a fence; lines end with LF. */
export function frontmatterArbitrary(): fc.Arbitrary<string> {
  const extra = fc.constantFrom(
    "license: MIT",
    "version: 1.0",
    "# a comment",
    "skill_type: framework",
    "metadata:\n  author: someone",
    "allowed-tools: [Read, Write]",
    "",
  );
  const description = fc.constantFrom(
    "description: Use when: asked",
    "description: >-\n  folded\n  text",
    "description: 'quoted: text'",
    "description: `code` first",
    "description: plain",
  );
  return fc
    .tuple(fc.uniqueArray(extra, { maxLength: 4 }), description)
    .map(([lines, text]) => `${["name: some-skill", text, ...lines].join("\n")}\n`);
}
