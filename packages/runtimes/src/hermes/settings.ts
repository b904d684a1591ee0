import { hookCommand } from "../launcher/launcher-script.ts";
import {
  MCP_SERVER_NAME,
  mcpServer,
  movedDirectory,
  type RuntimeSettings,
  type SettingsRequest,
  sharedFile,
} from "../settings/runtime-settings.ts";
import type { SettingsEntry } from "../settings/settings-entry.ts";

/** Seconds. */
const TIMEOUT = 10;

/** Event to the tools it is asked about; null: to all. `on_session_end` fires after every turn (RUNTIMES 9.5). */
export const HERMES_EVENTS: Readonly<Record<string, string | null>> = {
  post_tool_call: null,
  on_session_start: null,
  on_session_finalize: null,
};

/** Hermes: hooks and servers are in one `config.yaml`; it has no settings of a workspace. */
export const hermesSettings: RuntimeSettings = {
  runtime: "hermes",
  files: (request) => {
    const path = movedDirectory(request, "HERMES_HOME", ["config.yaml"], [".hermes", "config.yaml"]);
    const server = { at: ["mcp_servers"], key: MCP_SERVER_NAME, value: mcpServer(request) };
    return [sharedFile("hermes", "yaml", path, [...hooks(request), ...(request.mcp ? [server] : [])])];
  },
  notes: [
    "Hermes asks once for each hook before it runs it; a gateway without a terminal needs hooks_auto_accept or that answer.",
    "Hermes curates its own skills: pin, pause or its own settings decide which of the two may.",
  ],
};

function hooks({ home }: SettingsRequest): readonly SettingsEntry[] {
  const command = hookCommand(home, "hermes");
  return Object.entries(HERMES_EVENTS).map(([event, matcher]) => ({
    at: ["hooks", event],
    key: null,
    value: { ...(matcher === null ? {} : { matcher }), command, timeout: TIMEOUT },
  }));
}
