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

/** Seconds. */
const TIMEOUT = { timeout: 10 };
/** Codex allows no more at a session's end, and warns (RUNTIMES 2.5). */
const TIMEOUT_AT_END = { timeout: 3 };

/** Codex loads skills by reading them in its shell (RUNTIMES 2.2). */
export const CODEX_EVENTS = {
  PostToolUse: { matcher: "Bash|apply_patch", handler: TIMEOUT },
  SessionStart: { handler: TIMEOUT },
  SessionEnd: { handler: TIMEOUT_AT_END },
};

/** Codex: `hooks.json` beside its configuration; the MCP server in `config.toml`. */
export const codexSettings: RuntimeSettings = {
  runtime: "codex",
  files: (request) => [
    sharedFile(
      "codex",
      "json",
      join(directory(request), "hooks.json"),
      matcherHooks(request, "codex", CODEX_EVENTS),
    ),
    ...(request.mcp
      ? [
          sharedFile("codex", "toml", join(directory(request), "config.toml"), [
            { at: ["mcp_servers"], key: MCP_SERVER_NAME, value: mcpServer(request) },
          ]),
        ]
      : []),
  ],
  notes: [
    "Codex runs a hook only after you have reviewed it: type /hooks in Codex once and trust the three of metis-curate.",
    "Before Codex had a SessionEnd hook, the curator catches up when the next session starts.",
  ],
};

function directory(request: SettingsRequest): string {
  const { workspace } = request;
  return workspace === null
    ? movedDirectory(request, "CODEX_HOME", [], [".codex"])
    : join(workspace, ".codex");
}
