import { readdirSync } from "node:fs";
import { join } from "node:path";
import { hookCommand } from "../launcher/launcher-script.ts";
import {
  MCP_SERVER_NAME,
  mcpServer,
  movedDirectory,
  type RuntimeSettings,
  type SettingsRequest,
  sharedFile,
} from "../settings/runtime-settings.ts";
import type { SettingsEntry, SettingsFile } from "../settings/settings-entry.ts";

/** Seconds. */
const TIMEOUT = 60;
const TIMEOUT_MS = 30_000;
const AGENTS_MAX = 50;

/** Triggers of version 3; `Stop` comes after every turn (RUNTIMES 7.2). */
export const KIRO_TRIGGERS = ["SessionStart", "PostToolUse", "Stop"] as const;
/** The same in the agents of version 2. */
export const KIRO_AGENT_EVENTS = ["agentSpawn", "postToolUse", "stop"] as const;

/** Kiro CLI: a hooks file of version 3, and the agents of version 2 that are there. */
export const kiroSettings: RuntimeSettings = {
  runtime: "kiro",
  files: (request) => {
    const directory = kiroDirectory(request);
    const server = { at: ["mcpServers"], key: MCP_SERVER_NAME, value: mcpServer(request) };
    return [
      sharedFile("kiro", "json", join(directory, "hooks", "metis-curate.json"), hooks(request)),
      ...agents(request, directory),
      ...(request.mcp ? [sharedFile("kiro", "json", join(directory, "settings", "mcp.json"), [server])] : []),
    ];
  },
  notes: [
    "At a session's start the index of its skills is brought up to date, at its stops tasks without a skill are looked for.",
    "Agents of version 2 that are made later need init once more.",
  ],
};

function kiroDirectory(request: SettingsRequest): string {
  const { workspace } = request;
  return workspace === null ? movedDirectory(request, "KIRO_HOME", [], [".kiro"]) : join(workspace, ".kiro");
}

function hooks({ home }: SettingsRequest): readonly SettingsEntry[] {
  const command = hookCommand(home, "kiro");
  const version: SettingsEntry = { at: [], key: "version", value: "v1", shared: true };
  const items = KIRO_TRIGGERS.map((trigger) => ({
    at: ["hooks"],
    key: null,
    value: {
      name: `metis-curate ${trigger}`,
      trigger,
      ...(trigger === "PostToolUse" ? { matcher: "*" } : {}),
      action: { type: "command", command },
      timeout: TIMEOUT,
      enabled: true,
    },
  }));
  return [version, ...items];
}

function agents(request: SettingsRequest, directory: string): readonly SettingsFile[] {
  const command = hookCommand(request.home, "kiro");
  const entries = KIRO_AGENT_EVENTS.map((event) => ({
    at: ["hooks", event],
    key: null,
    value: { ...(event === "postToolUse" ? { matcher: "*" } : {}), command, timeout_ms: TIMEOUT_MS },
  }));
  return agentFiles(join(directory, "agents")).map((path) => sharedFile("kiro", "json", path, entries));
}

/** Examples that Kiro puts there are no agents. */
function agentFiles(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".json") && !entry.name.includes(".example"))
      .map(({ name }) => join(directory, name))
      .sort()
      .slice(0, AGENTS_MAX);
  } catch {
    return [];
  }
}
