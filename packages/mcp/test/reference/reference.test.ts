import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { MCP_TOOLS, writeMcpReference } from "../../src/index.ts";
import { formatType } from "../../src/reference/format-type.ts";

const REPOSITORY = join(import.meta.dir, "../../../..");
const PAGE = readFileSync(join(REPOSITORY, "docs/mcp.md"), "utf8");
const README = readFileSync(join(REPOSITORY, "README.md"), "utf8");
const CLIENTS = ["Claude Code", "Codex", "OpenCode", "Gemini CLI", "Goose", "Cursor", "Kiro"];
const URL_SHOWN = "http://127.0.0.1:3204/mcp";

test("docs/mcp.md is what the schemas say; bun run docs writes it", () => {
  expect(PAGE.endsWith(writeMcpReference())).toBe(true);
  for (const { name } of MCP_TOOLS) expect(PAGE).toContain(`### ${name}\n`);
});

test("a schema reads as a type", () => {
  const schema = {
    type: "object",
    required: ["a"],
    properties: {
      a: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
      b: { enum: ["x", "y"], description: "One of two." },
      c: { type: "object", additionalProperties: {} },
      d: { const: 1 },
      e: {},
    },
  };
  expect(formatType(schema)).toBe(
    '{\n  a: (string | null)[]\n  b?: "x" | "y" // One of two.\n  c?: object\n  d?: 1\n  e?: any\n}',
  );
});

describe("the README's client configuration", () => {
  const section = README.slice(README.indexOf("## For any agent, over MCP"));
  const blocks = [...section.slice(0, section.indexOf("\n## ", 4)).matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(
    ([, language = "", text = ""]) => ({ language, text }),
  );

  test.each(CLIENTS)("speaks of %s", (client) => {
    expect(section).toContain(client);
  });

  test("is well-formed, starts this program, and knows its address", () => {
    const parsers: Readonly<Record<string, (text: string) => unknown>> = {
      json: JSON.parse,
      toml: Bun.TOML.parse,
      yaml: parseYaml,
    };
    const seen = blocks.flatMap(({ language, text }) => {
      const parser = parsers[language];
      return parser === undefined ? [] : [JSON.stringify(parser(text))];
    });
    expect(seen.length).toBeGreaterThanOrEqual(6);
    for (const settings of seen) {
      expect(settings).toContain("metis-curate");
      expect(settings).toContain('"mcp"');
      expect(settings).toContain(URL_SHOWN);
    }
  });
});
