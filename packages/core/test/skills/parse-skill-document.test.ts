import { describe, expect, test } from "bun:test";
import { parseSkillDocument, type SkillDocument } from "@metis-curate/core";

const bytes = (text: string) => new TextEncoder().encode(text);
const withFrontmatter = (lines: string) => bytes(`---\n${lines}\n---\n# Body\n`);

function load(content: Uint8Array, directory = "demo"): SkillDocument {
  const document = parseSkillDocument(content, directory);
  if (document.kind === "skipped") throw new Error(document.diagnostic.message);
  return document;
}

function skipKind(content: Uint8Array): string {
  const document = parseSkillDocument(content, "demo");
  return document.kind === "skipped" ? document.diagnostic.kind : "loaded";
}

const kinds = (document: SkillDocument) => document.diagnostics.map((diagnostic) => diagnostic.kind);

describe("fences", () => {
  const skill = "name: demo\ndescription: d";
  test.each([
    ["trailing blanks", `---  \n${skill}\n--- \t\nbody`, "body"],
    ["later rules belong to the body", `---\n${skill}\n---\na\n\n---\n\nb\n`, "a\n\n---\n\nb\n"],
    ["EOF after the closing fence", `---\n${skill}\n---`, ""],
    ["leading newlines of the body are dropped", `---\n${skill}\n---\n\n\r\n\nbody`, "body"],
    ["a lone CR ends a line", `---\r${skill.replace("\n", "\r")}\r---\rone\rtwo`, "one\rtwo"],
    ["CRLF", `---\r\n${skill.replace("\n", "\r\n")}\r\n---\r\none\r\n`, "one\r\n"],
    ["a byte order mark", `\ufeff---\n${skill}\n---\nbody`, "body"],
    ["a NUL in the body", `---\n${skill}\n---\nx\0y`, "x\0y"],
    ["an indented fence in a value", "---\nname: demo\ndescription: |-\n  a\n  ---\n  b\n---\nbody", "body"],
  ])("%s", (_, text, body) => {
    const document = load(bytes(text));
    expect({ body: document.body, diagnostics: document.diagnostics }).toEqual({ body, diagnostics: [] });
  });

  test.each([
    ["a closing ----", `---\n${skill}\n----\nbody`],
    ["a closing ---text", `---\n${skill}\n---text\nbody`],
    ["a closing ...", `---\n${skill}\n...\nbody`],
    ["an indented closing fence", `---\n${skill}\n ---\nbody`],
    ["an opening ---yaml", `---yaml\n${skill}\n---\nbody`],
    ["a blank line first", `\n---\n${skill}\n---\nbody`],
    ["two byte order marks", `\ufeff\ufeff---\n${skill}\n---\nbody`],
    ["no fence", "# Title\n"],
    ["nothing", ""],
    ["a chat reply", `Sure, here is the skill:\n\n\`\`\`markdown\n---\n${skill}\n---\nbody\n\`\`\`\n`],
  ])("%s is no frontmatter", (_, text) => {
    expect(skipKind(bytes(text))).toBe("no-frontmatter");
  });
});

describe("encodings", () => {
  test("UTF-16 with and without a byte order mark, and a Latin-1 byte, are not UTF-8", () => {
    const utf16 = new Uint8Array(Buffer.from("---\nname: demo\n", "utf16le"));
    expect(skipKind(new Uint8Array([0xff, 0xfe, ...utf16]))).toBe("not-utf-8");
    expect(skipKind(utf16)).toBe("not-utf-8");
    const latin1 = new Uint8Array(Buffer.from("---\nname: demo\ndescription: caf\xe9\n---\n", "latin1"));
    expect(skipKind(latin1)).toBe("not-utf-8");
  });

  test("more than 1 MiB is too large", () => {
    const head = "---\nname: demo\ndescription: d\n---\n";
    expect(skipKind(bytes(head + "x".repeat(1_048_576 - head.length)))).toBe("loaded");
    expect(skipKind(bytes(head + "x".repeat(1_048_577 - head.length)))).toBe("too-large");
  });
});

describe("large frontmatter", () => {
  test("plain lines load, what needs the whole parser is too large", () => {
    expect(kinds(load(withFrontmatter(`name: demo\ndescription: ${"x".repeat(500_000)}`)))).toEqual([
      "description-too-long",
    ]);
    expect(skipKind(withFrontmatter(`name: demo\ndescription: d\nx: [${"a,".repeat(70_000)}]`))).toBe(
      "too-large",
    );
  });
});

describe("values", () => {
  test.each([
    ["1.0", "1.0"],
    ["123", "123"],
    ["0x1F", "0x1F"],
    ["2026-01-01", "2026-01-01"],
    ["yes", "yes"],
    ["true", "true"],
    ["null", "null"],
    ["~", "~"],
    ["'it''s'", "it's"],
    ['"a\\nb"', "a\nb"],
    ["a # comment", "a"],
    ["one\n  two", "one two"],
    [">-\n  one\n  two", "one two"],
    [">\n  one\n  two", "one two\n"],
    [">+\n  one\n", "one\n\n"],
    ["|\n  one\n  two", "one\ntwo\n"],
    ["|-\n  one", "one"],
    ["|2-\n   one", " one"],
    ["|+\n  one\n", "one\n\n"],
    ["!!str 1", "1"],
  ])("description: %s reads as text", (written, text) => {
    const document = load(withFrontmatter(`name: demo\ndescription: ${written}`));
    expect({ text: document.fields.description, diagnostics: document.diagnostics }).toEqual({
      text,
      diagnostics: [],
    });
  });

  test("the other fields are kept as written", () => {
    const { fields, diagnostics } = load(
      withFrontmatter(
        "name: demo\ndescription: d\nlicense: 2.0\ncompatibility: yes\nmetadata:\n  version: 1.0\n  when: 2026-01-01\n  none:\nallowed-tools: Read  Bash(git:*)",
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(fields).toEqual({
      name: "demo",
      description: "d",
      license: "2.0",
      compatibility: "yes",
      metadata: { version: "1.0", when: "2026-01-01", none: "" },
      allowedTools: ["Read", "Bash(git:*)"],
    });
  });

  test("an alias of a text is that text", () => {
    const document = load(withFrontmatter("name: &n demo\ndescription: d\nlicense: *n"));
    expect(document.fields.license).toBe("demo");
  });

  test("a list of tools is read like the text", () => {
    expect(
      load(withFrontmatter("name: demo\ndescription: d\nallowed-tools:\n  - Read\n  - 1")).fields,
    ).toMatchObject({
      allowedTools: ["Read", "1"],
    });
  });
});

describe("recovery of an unquoted description", () => {
  test.each([
    "Configure the harness: Hooks, MCP",
    "`code` first",
    "@mention",
    "%percent",
    "{curly} text",
    "{a: b}",
    "[BETA] tool",
    "[a, b]",
    "*bold* tool",
    "!important",
    "!tag text",
    "> not a block",
    "| not a block",
    '"word" and more',
    "- item",
    "'word' and 'word'",
    "&Co tools",
    "&x",
  ])("%s", (value) => {
    const document = load(withFrontmatter(`name: demo\ndescription: ${value}\nlicense: MIT`));
    expect(document.fields.description).toBe(value);
    expect(document.diagnostics).toMatchObject([{ kind: "unquoted-value", line: 3, column: 14 }]);
    const fix = document.diagnostics[0]?.message.split("write ")[1] ?? "";
    expect(load(withFrontmatter(`name: demo\n${fix}`))).toMatchObject({
      fields: { description: value },
      diagnostics: [],
    });
  });

  test("an anchor is one when an alias refers to it, or its value is no plain text", () => {
    const used = load(withFrontmatter("name: demo\ndescription: &d does it\nmetadata:\n  also: *d"));
    expect(used.fields).toMatchObject({ description: "does it", metadata: { also: "does it" } });
    const quoted = load(withFrontmatter('name: demo\ndescription: &d "does it"'));
    expect(quoted.fields.description).toBe("does it");
    expect([...used.diagnostics, ...quoted.diagnostics]).toEqual([]);
  });

  test("a stray anchor in another field is read as YAML reads it, and said", () => {
    const { fields, diagnostics } = load(withFrontmatter("name: demo\ndescription: d\nlicense: &MIT free"));
    expect(fields.license).toBe("free");
    expect(diagnostics).toMatchObject([{ kind: "unquoted-value", line: 4 }]);
  });

  test("the author's own quotes go when only an escape or an apostrophe is wrong", () => {
    expect(load(withFrontmatter('name: demo\ndescription: "C:\\Users\\x"')).fields.description).toBe(
      "C:\\Users\\x",
    );
    expect(load(withFrontmatter("name: demo\ndescription: 'it's fine'")).fields.description).toBe(
      "it's fine",
    );
  });

  test("a fault elsewhere, or in a value of several lines, is not recovered", () => {
    expect(skipKind(withFrontmatter("name: demo\ndescription: a: b\nlicense: c: d"))).toBe("invalid-yaml");
    expect(skipKind(withFrontmatter("name: demo\ndescription: a: b\n  c: d"))).toBe("invalid-yaml");
  });

  test("the same broken text gives the same diagnostic twice", () => {
    const broken = withFrontmatter("name: demo\n  description: [");
    const first = parseSkillDocument(broken, "demo");
    expect(first).toMatchObject({
      kind: "skipped",
      diagnostic: { kind: "invalid-yaml", line: expect.any(Number) },
    });
    expect(parseSkillDocument(broken, "demo")).toEqual(first);
  });
});

describe("skipped frontmatter", () => {
  test.each([
    ["duplicate keys", "name: demo\ndescription: a\ndescription: b", "invalid-yaml"],
    ["duplicate keys deeper", "name: demo\ndescription: a\nmetadata: {a: 1, a: 2}", "invalid-yaml"],
    ["a list", "- a\n- b", "invalid-yaml"],
    ["a text", "just text", "invalid-yaml"],
    ["nothing", "# only a comment", "invalid-yaml"],
    ["an alias of nothing", "name: demo\ndescription: d\nlicense: *none", "invalid-yaml"],
    ["a tab as indentation", "name: demo\ndescription: >\n\tone", "invalid-yaml"],
    ["two documents", "name: demo\n...\ndescription: d", "invalid-yaml"],
    ["nesting without end", `name: demo\ndescription: d\nx: ${"[".repeat(50_000)}`, "invalid-yaml"],
    ["no description", "name: demo", "missing-description"],
    ["an empty description", "name: demo\ndescription:", "missing-description"],
    ["an empty quoted description", 'name: demo\ndescription: ""', "missing-description"],
    ["a blank description", 'name: demo\ndescription: "  "', "missing-description"],
    ["a description of several items", "name: demo\ndescription:\n  - a\n  - b", "missing-description"],
  ])("%s", (_, lines, kind) => {
    expect(skipKind(withFrontmatter(lines))).toBe(kind);
  });
});

describe("diagnostics of loaded skills", () => {
  test.each([
    ["another name", "name: other\ndescription: d", ["name-mismatch"]],
    ["no name", "description: d", ["name-mismatch"]],
    ["a name that is a list", "name: [a]\ndescription: d", ["name-mismatch"]],
    ["a long name", `name: ${"a".repeat(65)}\ndescription: d`, ["name-mismatch", "name-too-long"]],
    [
      "unknown keys",
      "name: demo\ndescription: d\nversion: 1\nskill_type: x",
      ["unknown-field", "unknown-field"],
    ],
    ["1,025 code points", `name: demo\ndescription: ${"x".repeat(1025)}`, ["description-too-long"]],
    ["1,024 emoji", `name: demo\ndescription: ${"😀".repeat(1024)}`, []],
    ["nested metadata", "name: demo\ndescription: d\nmetadata:\n  a: {b: c}\n  d: e", ["bad-metadata"]],
    ["metadata that is a text", "name: demo\ndescription: d\nmetadata: x", ["bad-metadata"]],
    ["a field with blanks before the colon", "name : demo\ndescription : d", []],
  ])("%s", (_, lines, expected) => {
    expect(kinds(load(withFrontmatter(lines))) as string[]).toEqual(expected);
  });

  test("names are compared after NFC", () => {
    expect(kinds(load(withFrontmatter("name: cafe\u0301\ndescription: d"), "caf\u00e9"))).toEqual([]);
  });

  test("what is text for text in metadata is kept", () => {
    const document = load(withFrontmatter("name: demo\ndescription: d\nmetadata:\n  a: {b: c}\n  d: e"));
    expect(document.fields.metadata).toEqual({ d: "e" });
  });

  test("aliases of aliases cost nothing", () => {
    const levels = Array.from({ length: 30 }, (_, i) => `l${i + 1}: &l${i + 1} [*l${i}, *l${i}]`);
    const document = load(
      withFrontmatter(["name: demo", "description: d", "l0: &l0 [x]", ...levels].join("\n")),
    );
    expect(document.diagnostics).toHaveLength(31);
  });
});

describe("hashes and sizes", () => {
  const text = "---\nname: demo\ndescription: d\n---\none\ntwo\n";

  test("line ends, final newlines and a byte order mark are no edit", () => {
    const { version, fileHash } = load(bytes(text));
    for (const same of [text.replaceAll("\n", "\r\n"), text.replaceAll("\n", "\r"), `\ufeff${text}`]) {
      expect(load(bytes(same))).toMatchObject({ version, fileHash });
    }
    expect(load(bytes(text.trimEnd())).fileHash).toBe(fileHash);
    expect(load(bytes(`${text}\n\n`)).fileHash).toBe(fileHash);
    expect(load(bytes(text.replace("two", "two "))).fileHash).not.toBe(fileHash);
  });

  test("the version is the first 16 hex digits over the body alone", () => {
    // printf 'one\ntwo\n' | sha256sum
    expect(load(bytes(text)).version).toBe("c3f9c8c283a2b1f2");
    expect(load(bytes(text.replace("description: d", "description: e"))).version).toBe("c3f9c8c283a2b1f2");
  });

  test("four code points are a token, and there is at least one", () => {
    const sized = (body: string) => load(bytes(`---\nname: demo\ndescription: d\n---\n${body}`));
    expect(sized("").sizeTokens).toBe(1);
    expect(sized("😀".repeat(11)).sizeTokens).toBe(2);
    expect(kinds(sized("x".repeat(20_003)))).toEqual([]);
    expect(kinds(sized("x".repeat(20_004)))).toEqual(["over-token-advice"]);
  });
});
