import * as v from "valibot";
import { SKILL_LOOP_PROMPT } from "../prompts/skill-loop.ts";
import { LAST_RUN_URI, SKILL_URI_TEMPLATE } from "../resources/skill-uri.ts";
import { inputJsonSchema, reportJsonSchema } from "../schemas/json-schema.ts";
import { MCP_TOOLS } from "../tools/index.ts";
import type { McpTool, ToolHints } from "../tools/tool.ts";
import { formatType } from "./format-type.ts";

const parameters = v.looseObject({
  properties: v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {}),
  required: v.optional(v.array(v.string()), []),
});

/** Returns the reference of everything the server offers, in Markdown; the part of `docs/mcp.md` that is never edited. */
export function writeMcpReference(): string {
  return [...MCP_TOOLS.map(writeTool), writeResources(), writePrompt()].join("\n");
}

function writeTool(tool: McpTool): string {
  return `### ${tool.name}

${tool.description}

${describeHints(tool.hints, tool.embeds)}

${writeParameters(tool)}
Returns:

\`\`\`ts
${formatType(reportJsonSchema(tool))}
\`\`\`
`;
}

function describeHints(
  { readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: ToolHints,
  embeds: boolean,
): string {
  const words = [
    readOnlyHint
      ? "reads only"
      : destructiveHint
        ? "takes or replaces something, which can be put back"
        : "adds",
    idempotentHint ? "a second call changes nothing more" : "every call counts",
    openWorldHint
      ? "reaches the network"
      : embeds
        ? "stays on this machine unless the embedder is a remote one"
        : "stays on this machine",
  ];
  return `Annotations: ${words.join("; ")}.`;
}

function writeParameters(tool: McpTool): string {
  const { properties, required } = v.parse(parameters, inputJsonSchema(tool));
  const rows = Object.entries(properties).map(([name, schema]) => {
    const { default: fallback, description } = schema;
    const need = required.includes(name)
      ? "yes"
      : fallback === undefined
        ? "no"
        : `no, ${JSON.stringify(fallback)}`;
    const cells = [`\`${name}\``, formatType(schema), need, String(description)];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  if (rows.length === 0) return "It takes no arguments.\n";
  return ["| argument | type | needed | meaning |", "| --- | --- | --- | --- |", ...rows, ""].join("\n");
}

function writeResources(): string {
  return `### Resources

| URI | what |
| --- | --- |
| \`${SKILL_URI_TEMPLATE}\` | \`SKILL.md\` of a live skill, else of its newest archive; \`scope\` is \`workspace\` or \`global\` |
| \`${LAST_RUN_URI}\` | how the curator's last run of each library ended and what it did, as JSON |
`;
}

function writePrompt(): string {
  const { name, description, taskDescription } = SKILL_LOOP_PROMPT;
  return `### Prompt ${name}

${description} Argument \`task\`: ${taskDescription}
`;
}
