import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { launcherPath } from "../launcher/launcher-script.ts";
import {
  MCP_SERVER_NAME,
  movedDirectory,
  type RuntimeSettings,
  type SettingsRequest,
  sharedFile,
} from "../settings/runtime-settings.ts";
import type { SettingsFile } from "../settings/settings-entry.ts";
import { OPENCODE_PLUGIN_MARK, opencodePlugin } from "./plugin-text.ts";

/** OpenCode: a plugin file, which it loads by itself; the MCP server in its configuration. */
export const opencodeSettings: RuntimeSettings = {
  runtime: "opencode",
  files: (request) => [plugin(request), ...(request.mcp ? [mcp(request)] : [])],
  notes: [
    "OpenCode loads plugins when it starts.",
    "Version 2 of OpenCode offers plugins no tool events yet: there its database is read when a session starts.",
  ],
};

function directory(request: SettingsRequest): string {
  const { workspace } = request;
  return workspace === null
    ? movedDirectory(request, "XDG_CONFIG_HOME", ["opencode"], [".config", "opencode"])
    : join(workspace, ".opencode");
}

function plugin(request: SettingsRequest): SettingsFile {
  return {
    kind: "own",
    path: join(directory(request), "plugins", "metis-curate.js"),
    content: opencodePlugin(launcherPath(request.home)),
    isHook: true,
    mark: OPENCODE_PLUGIN_MARK,
  };
}

/** Into the file that is there; version 2 has servers one level deeper. */
function mcp(request: SettingsRequest): SettingsFile {
  const base = request.workspace ?? directory(request);
  const names = ["opencode.jsonc", "opencode.json"];
  const path = names.map((name) => join(base, name)).find((file) => existsSync(file));
  const command = [launcherPath(request.home), "mcp"];
  const isDeep = path !== undefined && hasServers(path);
  return sharedFile("opencode", "json", path ?? join(base, "opencode.json"), [
    isDeep
      ? { at: ["mcp", "servers"], key: MCP_SERVER_NAME, value: { type: "local", command } }
      : { at: ["mcp"], key: MCP_SERVER_NAME, value: { type: "local", command, enabled: true } },
  ]);
}

function hasServers(path: string): boolean {
  try {
    const value: { readonly mcp?: { readonly servers?: { readonly command?: unknown } } } | undefined = parse(
      readFileSync(path, "utf8"),
    );
    const servers = value?.mcp?.servers;
    // A server of version 1 may be called `servers`.
    return typeof servers === "object" && servers !== null && servers.command === undefined;
  } catch {
    return false;
  }
}
