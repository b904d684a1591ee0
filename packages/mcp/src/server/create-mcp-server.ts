import { createRedactor, type Redactor } from "@metis-curate/core";
import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import type { McpDeps } from "../mcp-deps.ts";
import { registerPrompts } from "../prompts/register-prompts.ts";
import { registerResources } from "../resources/register-resources.ts";
import { announced, inputJsonSchema, outputJsonSchema } from "../schemas/json-schema.ts";
import { MCP_TOOLS } from "../tools/index.ts";
import type { McpTool, ToolProgress } from "../tools/tool.ts";
import { callTool } from "./call-tool.ts";
import { INSTRUCTIONS } from "./instructions.ts";

/** Made once: over HTTP every request has an instance of its own. */
const SCHEMAS = new Map(
  MCP_TOOLS.map((tool) => [
    tool.name,
    { inputSchema: announced(inputJsonSchema(tool)), outputSchema: announced(outputJsonSchema(tool)) },
  ]),
);

/** What the instances of one process share; a connection or a request has an instance of its own. */
export interface McpServing {
  readonly deps: McpDeps;
  readonly redactor: Redactor;
}

export function createServing(deps: McpDeps): McpServing {
  return { deps, redactor: createRedactor(deps.secrets) };
}

/** Builds one instance with all tools, resources and prompts; `sessionId` is that of its connection (CONTRACTS 13.9). */
export async function createMcpServer(serving: McpServing, sessionId: string | null): Promise<McpServer> {
  const { deps } = serving;
  const opened = await deps.open();
  const embedsRemotely = opened.ok && opened.value.embedsRemotely;
  const server = new McpServer(
    { name: "metis-curate", title: "Metis Curator", version: deps.version },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
      },
    },
  );
  for (const tool of MCP_TOOLS) registerTool(server, serving, { tool, embedsRemotely }, sessionId);
  registerResources(server, serving);
  registerPrompts(server);
  return server;
}

function registerTool(
  server: McpServer,
  serving: McpServing,
  { tool, embedsRemotely }: { readonly tool: McpTool; readonly embedsRemotely: boolean },
  sessionId: string | null,
): void {
  const { name, title, description, hints, embeds } = tool;
  const openWorldHint = hints.openWorldHint || (embeds && embedsRemotely);
  const config = {
    title,
    description,
    annotations: { title, ...hints, openWorldHint },
    ...SCHEMAS.get(name),
  };
  server.registerTool(name, config, (args, context) => {
    const call = { sessionId, signal: context.mcpReq.signal, reportProgress: progressReporter(context) };
    return callTool(tool, args, call, serving);
  });
}

/** A client that went away cannot be told. */
function progressReporter({ mcpReq }: ServerContext): (progress: ToolProgress) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  return (progress) => {
    mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, ...progress } })
      .catch(() => {});
  };
}
