import { join } from "node:path";
import {
  MCP_SERVER_NAME,
  matcherHooks,
  mcpServer,
  movedDirectory,
  type RuntimeSettings,
  type SettingsRequest,
  sharedFile,
} from "../settings/runtime-settings.ts";
import type { SettingsFile } from "../settings/settings-entry.ts";

/** Seconds; at a session's end Claude Code waits as long as the largest of them, up to 60 (RUNTIMES 1.5). */
const TIMEOUT = { timeout: 10 };
/** Skills, and the tools by which they are read and written. */
const TOOLS = "Skill|Read|Write|Edit|MultiEdit|Bash";

/** What Claude Code is asked to tell (RUNTIMES 1.2). `/skill` is only seen by UserPromptExpansion. */
export const CLAUDE_CODE_EVENTS = {
  PostToolUse: { matcher: TOOLS, handler: TIMEOUT },
  PostToolUseFailure: { handler: TIMEOUT },
  UserPromptExpansion: { handler: TIMEOUT },
  SessionStart: { handler: TIMEOUT },
  SessionEnd: { handler: TIMEOUT },
  ConfigChange: { matcher: "skills", handler: TIMEOUT },
};

/** Claude Code: `settings.json` of the person, `settings.local.json` of a workspace, which stays out of git. */
export const claudeCodeSettings: RuntimeSettings = {
  runtime: "claude-code",
  files: (request) => [hooks(request), ...(request.mcp ? [mcp(request)] : [])],
  notes: [
    "Claude Code runs hooks in a folder once you have trusted it there; it asks by itself.",
    "A session that is open keeps its settings until it is started anew.",
  ],
};

function hooks(request: SettingsRequest): SettingsFile {
  const { workspace } = request;
  const path =
    workspace === null
      ? movedDirectory(request, "CLAUDE_CONFIG_DIR", ["settings.json"], [".claude", "settings.json"])
      : join(workspace, ".claude", "settings.local.json");
  return sharedFile("claude-code", "json", path, matcherHooks(request, "claude-code", CLAUDE_CODE_EVENTS));
}

function mcp(request: SettingsRequest): SettingsFile {
  const { workspace } = request;
  const path =
    workspace === null
      ? movedDirectory(request, "CLAUDE_CONFIG_DIR", [".claude.json"], [".claude.json"])
      : join(workspace, ".mcp.json");
  const value = mcpServer(request, { type: "stdio" });
  return sharedFile("claude-code", "json", path, [{ at: ["mcpServers"], key: MCP_SERVER_NAME, value }]);
}
