import { expect } from "bun:test";
import {
  formatNewSkill,
  normalizeLineEnds,
  parseSkillDocument,
  replaceSkillBody,
  splitSkillText,
  validateNewSkill,
} from "@metis-curate/core";
import { fuzzTarget, hostileBytesArbitrary, hostileTextArbitrary } from "@metis-curate/testkit";
import * as fc from "fast-check";

const LINES = [
  "---\n",
  "---\r\n",
  "--- \n",
  "----\n",
  "...\n",
  "name: a\n",
  "name: 123\n",
  "description: d\n",
  "description: a: b\n",
  "description: `x`\n",
  "description: >-\n  a\n",
  "description: |2+\n   a\n",
  "description: &x a\n",
  "description: !!str a\n",
  "description: *x\n",
  "metadata:\n  a: 1\n",
  "metadata: {a: [b]}\n",
  "allowed-tools: [a, b]\n",
  "allowed-tools: a b\n",
  "license: 1.0\n",
  "unknown: {a: *x}\n",
  "? [a]\n: b\n",
  "<<: {name: b}\n",
  "body\n",
] as const;

const KINDS: readonly string[] = [
  "not-utf-8",
  "no-frontmatter",
  "invalid-yaml",
  "missing-description",
  "too-large",
];
const DIAGNOSTICS: readonly string[] = [
  "unquoted-value",
  "name-mismatch",
  "name-too-long",
  "unknown-field",
  "over-token-advice",
  "description-too-long",
  "bad-metadata",
];

const text = hostileTextArbitrary(LINES);
const file = hostileBytesArbitrary(
  fc.oneof(
    text,
    text.map((drawn) => `---\n${drawn}`),
    fc.tuple(text, text).map(([top, body]) => `---\ndescription: d\n${top}\n---\n${body}`),
  ),
);

const fuzz = fuzzTarget("SKILL.md");

fuzz.law("any bytes load or are skipped for one of the known reasons, twice alike", file, (bytes) => {
  const document = parseSkillDocument(bytes, "a");
  expect(parseSkillDocument(bytes, "a")).toEqual(document);
  if (document.kind === "skipped") {
    expect(KINDS).toContain(document.diagnostic.kind);
    expect(document.diagnostic.message).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    return;
  }
  expect(document.fields.description.trim()).not.toBe("");
  expect(document.version).toMatch(/^[0-9a-f]{16}$/);
  expect(document.sizeTokens).toBeGreaterThanOrEqual(1);
  for (const { kind } of document.diagnostics) expect(DIAGNOSTICS).toContain(kind);
});

fuzz.law("a file that was cut at its fences is whole when joined again", file, (bytes) => {
  const split = splitSkillText(bytes);
  if (split.kind !== "split") return;
  const { bom, opening, frontmatter, closing, gap, body } = split.text;
  const joined = `${bom ? "\ufeff" : ""}${opening}${frontmatter}${closing}${gap}${body}`;
  expect(Buffer.from(joined)).toEqual(Buffer.from(bytes));
});

fuzz.law(
  "a replaced body leaves the frontmatter and is what was asked for",
  fc.tuple(file, text),
  ([bytes, asked]) => {
    const written = replaceSkillBody(bytes, asked);
    if (written.kind === "refused") {
      expect(written.message).not.toContain("\n");
      return;
    }
    const [before, after] = [parseSkillDocument(bytes, "a"), parseSkillDocument(written.bytes, "a")];
    if (before.kind !== "skill" || after.kind !== "skill") return expect.unreachable("it was rewritten");
    expect(after.fields).toEqual(before.fields);
    const bare = (body: string) => normalizeLineEnds(body).replace(/^[\ufeff\n]+|\n+$/g, "");
    expect(bare(after.body)).toBe(bare(asked));
    expect(replaceSkillBody(written.bytes, after.body)).toEqual(written);
  },
);

const newSkill = fc.record(
  {
    name: fc.oneof(fc.constantFrom("a", "a-b", "é", "漢-字"), text),
    description: text,
    body: text,
    license: text,
    compatibility: text,
    metadata: fc.dictionary(text, text, { maxKeys: 3 }),
    allowedTools: fc.array(fc.constantFrom("Read", "Bash(git:*)", "a:b", "#x", "[y]"), { maxLength: 3 }),
  },
  { requiredKeys: ["name", "description", "body"] },
);

fuzz.law("a new skill that is valid reads back as it was meant", newSkill, (skill) => {
  if (validateNewSkill(skill) !== null) return;
  const document = parseSkillDocument(formatNewSkill(skill), skill.name);
  if (document.kind === "skipped") return expect.unreachable(document.diagnostic.message);
  const { name, description, license, compatibility, metadata = {}, allowedTools = [] } = document.fields;
  expect({ name, description }).toEqual({ name: skill.name, description: skill.description });
  expect({ license, compatibility }).toEqual({ license: skill.license, compatibility: skill.compatibility });
  expect(metadata).toEqual(skill.metadata ?? {});
  expect([...allowedTools]).toEqual([...(skill.allowedTools ?? [])]);
});
