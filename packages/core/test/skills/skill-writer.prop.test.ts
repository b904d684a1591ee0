import { describe, expect, test } from "bun:test";
import { formatNewSkill, parseSkillDocument, replaceSkillBody, validateNewSkill } from "@metis-curate/core";
import { frontmatterArbitrary, newSkillArbitrary, skillBodyArbitrary } from "@metis-curate/testkit";
import fc from "fast-check";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const asLines = (text: string) => text.replace(/\r\n?/g, "\n");
const trimNewlines = (text: string) => asLines(text).replace(/^\n+|\n+$/g, "");

describe("formatNewSkill", () => {
  test("what it writes reads back as the same skill, without a diagnostic", () => {
    fc.assert(
      fc.property(newSkillArbitrary(), (skill) => {
        expect(validateNewSkill(skill)).toBeNull();
        const document = parseSkillDocument(formatNewSkill(skill), skill.name);
        const { body, ...fields } = skill;
        const { metadata, ...others } = fields;
        const kept = metadata !== undefined && Object.keys(metadata).length > 0 ? { metadata } : {};
        expect(document).toMatchObject({ kind: "skill", diagnostics: [] });
        if (document.kind === "skipped") return;
        expect(document.fields).toEqual({ ...others, ...kept });
        expect(document.body).toBe(`${trimNewlines(body)}\n`);
      }),
    );
  });
});

describe("replaceSkillBody", () => {
  const fileArbitrary = fc.record({
    bom: fc.boolean(),
    lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
    frontmatter: frontmatterArbitrary(),
    fence: fc.constantFrom("---", "--- ", "---\t"),
    gap: fc.constantFrom("", "\n", "\n\n"),
    body: skillBodyArbitrary(),
    finalNewline: fc.boolean(),
  });

  test("keeps BOM, frontmatter, line end and final newline of any file", () => {
    fc.assert(
      fc.property(fileArbitrary, skillBodyArbitrary(), (file, newBody) => {
        const { bom, lineEnd, frontmatter, fence, gap, finalNewline } = file;
        const head = `${bom ? "\ufeff" : ""}${`---\n${frontmatter}${fence}\n${gap}`.replaceAll("\n", lineEnd)}`;
        const old = trimNewlines(file.body).replaceAll("\n", lineEnd);
        const result = replaceSkillBody(encode(`${head}${old}${finalNewline ? lineEnd : ""}`), newBody);
        expect(result.kind).toBe("written");
        if (result.kind === "refused") return;
        const body = trimNewlines(newBody).replaceAll("\n", lineEnd);
        expect(decode(result.bytes)).toBe(`${head}${body}${finalNewline ? lineEnd : ""}`);
      }),
    );
  });

  test("a body may follow a closing fence that ends the file", () => {
    const result = replaceSkillBody(encode("---\r\nname: a\r\ndescription: b\r\n---"), "one\ntwo\n");
    expect(result.kind === "written" ? decode(result.bytes) : result.message).toBe(
      "---\r\nname: a\r\ndescription: b\r\n---\r\none\r\ntwo",
    );
  });

  test.each([
    ["an empty body", ""],
    ["a blank body", " \n\t\n"],
    ["a fence first", "---\nx"],
    ["a whole SKILL.md", "---\nname: a\ndescription: b\n---\nbody"],
    ["a whole SKILL.md after a byte order mark", "\ufeff\n---\nname: a\n---\nbody"],
    ["a second frontmatter", "# Title\n\n---\nname: a\ndescription: b\n---\nbody"],
    ["a lone surrogate", "x \ud800 y"],
    ["more than 1 MiB", "x".repeat(1_048_577)],
  ])("refuses %s", (_, newBody) => {
    expect(replaceSkillBody(encode("---\nname: a\ndescription: b\n---\nold\n"), newBody).kind).toBe(
      "refused",
    );
  });

  test("rules and an example of frontmatter in a code block are a body", () => {
    const newBody = "a\n\n---\n\nb\n\n```yaml\n---\nname: x\n---\n```\n";
    expect(replaceSkillBody(encode("---\nname: a\ndescription: b\n---\nold\n"), newBody).kind).toBe(
      "written",
    );
  });

  test.each([
    ["bytes that are not UTF-8", new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff])],
    ["a file without frontmatter", encode("# Title\n")],
    ["a file that does not load", encode("---\nname: a\n---\nbody\n")],
  ])("refuses %s", (_, bytes) => {
    expect(replaceSkillBody(bytes, "new body").kind).toBe("refused");
  });
});

describe("parseSkillDocument", () => {
  test("never throws and gives the same value for the same bytes", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "---\n",
        "---\r\n",
        "description: ",
        "name: a\n",
        "\ufeff",
        "\t",
        "[",
        "{",
        "&a ",
        "*a",
        "|\n",
        "\n",
      ),
      fc.string({ unit: "binary", maxLength: 10 }),
    );
    const text = fc.array(piece, { maxLength: 20 }).map((pieces) => encode(`---\n${pieces.join("")}\n---\n`));
    fc.assert(
      fc.property(fc.oneof(text, fc.uint8Array({ maxLength: 60 })), (bytes) => {
        expect(parseSkillDocument(bytes, "a")).toEqual(parseSkillDocument(bytes, "a"));
      }),
    );
  });
});
