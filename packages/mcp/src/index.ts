export {
  createMcpApp,
  MCP_BODY_BYTES_MAX,
  MCP_PATH,
  type McpApp,
  type McpAppDeps,
} from "./http/create-mcp-app.ts";
export type { McpDeps, McpLibrary, McpPlace } from "./mcp-deps.ts";
export { writeMcpReference } from "./reference/write-reference.ts";
export { INSTRUCTIONS } from "./server/instructions.ts";
export { type McpConnection, type StdioStreams, serveMcpStdio } from "./stdio/serve-mcp-stdio.ts";
export { MCP_TOOLS } from "./tools/index.ts";
export type { McpTool } from "./tools/tool.ts";
