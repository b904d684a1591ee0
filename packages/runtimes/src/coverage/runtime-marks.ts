import { isAbsolute, join } from "node:path";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { RuntimePlace } from "../runtime.ts";

/** A directory of a runtime, where a variable may put it elsewhere, and what in it shows that the runtime was used. */
interface MarkedDirectory {
  readonly variable?: string;
  /** Below the variable's directory, or below the home directory without it. */
  readonly under?: readonly string[];
  readonly usual: readonly string[];
  /** Names in it; the directory itself when empty. */
  readonly marks: readonly string[];
}

/**
 * What a runtime leaves behind on a machine where it was set up or used. Never its skills directory: installers of
 * skills make those for agents that are not there.
 */
const MARKS: Readonly<Record<RuntimeName, readonly MarkedDirectory[]>> = {
  "claude-code": [
    {
      variable: "CLAUDE_CONFIG_DIR",
      usual: [".claude"],
      marks: ["projects", "settings.json", "history.jsonl", ".credentials.json", ".claude.json"],
    },
    { usual: [], marks: [".claude.json"] },
  ],
  codex: [
    {
      variable: "CODEX_HOME",
      usual: [".codex"],
      marks: ["config.toml", "auth.json", "sessions", "archived_sessions", "history.jsonl"],
    },
  ],
  opencode: [
    { variable: "XDG_DATA_HOME", under: ["opencode"], usual: [".local", "share", "opencode"], marks: [] },
    {
      variable: "XDG_CONFIG_HOME",
      under: ["opencode"],
      usual: [".config", "opencode"],
      marks: ["opencode.json", "opencode.jsonc", "config.json"],
    },
  ],
  gemini: [
    {
      variable: "GEMINI_CLI_HOME",
      under: [".gemini"],
      usual: [".gemini"],
      marks: ["settings.json", "tmp", "oauth_creds.json", "google_accounts.json", "installation_id"],
    },
  ],
  goose: [
    { variable: "GOOSE_PATH_ROOT", under: ["data"], usual: [".local", "share", "goose"], marks: [] },
    { variable: "XDG_DATA_HOME", under: ["goose"], usual: [".local", "share", "goose"], marks: [] },
    { variable: "XDG_CONFIG_HOME", under: ["goose"], usual: [".config", "goose"], marks: ["config.yaml"] },
  ],
  cursor: [
    {
      usual: [".cursor"],
      marks: ["projects", "extensions", "cli-config.json", "argv.json", "ide_state.json", "mcp.json"],
    },
    { variable: "XDG_CONFIG_HOME", under: ["Cursor"], usual: [".config", "Cursor"], marks: [] },
    { usual: ["Library", "Application Support", "Cursor"], marks: [] },
  ],
  kiro: [
    { variable: "KIRO_HOME", usual: [".kiro"], marks: ["sessions", "settings", "agents"] },
    { variable: "XDG_DATA_HOME", under: ["kiro-cli"], usual: [".local", "share", "kiro-cli"], marks: [] },
    { usual: ["Library", "Application Support", "kiro-cli"], marks: [] },
  ],
  hermes: [
    { variable: "HERMES_HOME", usual: [".hermes"], marks: ["state.db", "config.yaml", "sessions", ".env"] },
  ],
};

/** Absolute paths of which one is there when a runtime was set up or used on this machine. */
export function runtimeMarks(
  runtime: RuntimeName,
  { home, env }: Pick<RuntimePlace, "home" | "env">,
): readonly string[] {
  return MARKS[runtime].flatMap(({ variable, under = [], usual, marks }) => {
    const moved = variable === undefined ? undefined : env[variable];
    const directory = moved !== undefined && isAbsolute(moved) ? join(moved, ...under) : join(home, ...usual);
    return marks.length === 0 ? [directory] : marks.map((mark) => join(directory, mark));
  });
}
