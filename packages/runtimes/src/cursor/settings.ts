import { join } from "node:path";
import { hookCommand } from "../launcher/launcher-script.ts";
import {
  MCP_SERVER_NAME,
  mcpServer,
  type RuntimeSettings,
  type SettingsRequest,
  sharedFile,
} from "../settings/runtime-settings.ts";
import type { SettingsEntry } from "../settings/settings-entry.ts";

/** Seconds. */
const TIMEOUT = 10;
const TOOLS = "Read|Write|Shell|Delete";

/** Event to the tools it is asked about; null: to all. */
export const CURSOR_EVENTS: Readonly<Record<string, string | null>> = {
  postToolUse: TOOLS,
  postToolUseFailure: null,
  sessionStart: null,
  sessionEnd: null,
};

/** Cursor and its `cursor-agent`: `hooks.json` and `mcp.json`. */
export const cursorSettings: RuntimeSettings = {
  runtime: "cursor",
  files: (request) => {
    const directory = join(request.workspace ?? request.home, ".cursor");
    const server = { at: ["mcpServers"], key: MCP_SERVER_NAME, value: mcpServer(request) };
    return [
      sharedFile("cursor", "json", join(directory, "hooks.json"), hooks(request)),
      ...(request.mcp ? [sharedFile("cursor", "json", join(directory, "mcp.json"), [server])] : []),
    ];
  },
  notes: ["Cursor reads hooks.json when it starts."],
};

function hooks({ home }: SettingsRequest): readonly SettingsEntry[] {
  const command = hookCommand(home, "cursor");
  const version: SettingsEntry = { at: [], key: "version", value: 1, shared: true };
  const events = Object.entries(CURSOR_EVENTS).map(([event, matcher]) => ({
    at: ["hooks", event],
    key: null,
    value: { command, ...(matcher === null ? {} : { matcher }), timeout: TIMEOUT },
  }));
  return [version, ...events];
}
