import { join } from "node:path";
import {
  MCP_SERVER_NAME,
  matcherHooks,
  mcpServer,
  movedDirectory,
  type RuntimeSettings,
  sharedFile,
} from "../settings/runtime-settings.ts";

/** Milliseconds, unlike all others (RUNTIMES 4.2). */
const HANDLER = { name: "metis-curate", timeout: 10_000 };
const TOOLS = "activate_skill|read_file|read_many_files|write_file|replace|run_shell_command";

export const GEMINI_EVENTS = {
  AfterTool: { matcher: TOOLS, handler: HANDLER },
  SessionStart: { handler: HANDLER },
  SessionEnd: { handler: HANDLER },
};

/** Gemini CLI: hooks and servers are in one `settings.json`. */
export const geminiSettings: RuntimeSettings = {
  runtime: "gemini",
  files: (request) => {
    const { workspace, mcp } = request;
    const path =
      workspace === null
        ? movedDirectory(
            request,
            "GEMINI_CLI_HOME",
            [".gemini", "settings.json"],
            [".gemini", "settings.json"],
          )
        : join(workspace, ".gemini", "settings.json");
    const server = { at: ["mcpServers"], key: MCP_SERVER_NAME, value: mcpServer(request) };
    const hooks = matcherHooks(request, "gemini", GEMINI_EVENTS);
    return [sharedFile("gemini", "json", path, [...hooks, ...(mcp ? [server] : [])])];
  },
  notes: [
    "Gemini CLI runs the hooks of a project only in a folder that you trust; those of your own always.",
  ],
};
