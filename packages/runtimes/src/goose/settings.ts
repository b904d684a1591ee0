import { join } from "node:path";
import { launcherPath } from "../launcher/launcher-script.ts";
import {
  MCP_SERVER_NAME,
  matcherHooks,
  movedDirectory,
  type RuntimeSettings,
  type SettingsRequest,
  sharedFile,
} from "../settings/runtime-settings.ts";
import type { SettingsFile } from "../settings/settings-entry.ts";

/** Seconds (RUNTIMES 5.2). */
const HANDLER = { timeout: 10 };
const PLUGIN = "metis-curate";
/** Seconds. */
const MCP_TIMEOUT = 300;

export const GOOSE_EVENTS = {
  PostToolUse: { handler: HANDLER },
  PostToolUseFailure: { handler: HANDLER },
  SessionStart: { handler: HANDLER },
  SessionEnd: { handler: HANDLER },
};

/** Goose: a plugin of our own, and the MCP server among its extensions. */
export const gooseSettings: RuntimeSettings = {
  runtime: "goose",
  files: (request) => [
    ...plugin(request),
    ...(request.mcp && request.workspace === null ? [extension(request)] : []),
  ],
  notes: ["Goose loads plugins when it starts; its versions before 1.38 have no hooks."],
};

function plugin(request: SettingsRequest): readonly SettingsFile[] {
  const directory = join(request.workspace ?? request.home, ".agents", "plugins", PLUGIN);
  const manifest = {
    name: PLUGIN,
    version: "1.0.0",
    description: "Tells Metis Curator which skills are used",
  };
  return [
    {
      kind: "own",
      path: join(directory, "plugin.json"),
      content: `${JSON.stringify(manifest, null, 2)}\n`,
      isHook: false,
      mark: `"${PLUGIN}"`,
    },
    sharedFile(
      "goose",
      "json",
      join(directory, "hooks", "hooks.json"),
      matcherHooks(request, "goose", GOOSE_EVENTS),
    ),
  ];
}

function extension(request: SettingsRequest): SettingsFile {
  const moved = request.env["GOOSE_PATH_ROOT"] === undefined ? null : "GOOSE_PATH_ROOT";
  const path =
    moved === null
      ? movedDirectory(
          request,
          "XDG_CONFIG_HOME",
          ["goose", "config.yaml"],
          [".config", "goose", "config.yaml"],
        )
      : movedDirectory(request, moved, ["config", "config.yaml"], [".config", "goose", "config.yaml"]);
  const value = {
    type: "stdio",
    name: MCP_SERVER_NAME,
    enabled: true,
    cmd: launcherPath(request.home),
    args: ["mcp"],
    envs: {},
    env_keys: [],
    timeout: MCP_TIMEOUT,
  };
  return sharedFile("goose", "yaml", path, [{ at: ["extensions"], key: MCP_SERVER_NAME, value }]);
}
