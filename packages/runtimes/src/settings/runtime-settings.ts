import { isAbsolute, join } from "node:path";
import { hookCommand, hookMark, launcherPath } from "../launcher/launcher-script.ts";
import type { RuntimeName } from "../layouts/runtime-name.ts";
import type { RuntimePlace } from "../runtime.ts";
import type { Json, SettingsEntry, SettingsFile, SharedSettingsFile } from "./settings-entry.ts";

/** What `init` is asked to set up. */
export interface SettingsRequest extends RuntimePlace {
  /** Also the MCP server. */
  readonly mcp: boolean;
}

/** How a runtime's settings are made to call us. */
export interface RuntimeSettings {
  readonly runtime: RuntimeName;
  /** Its settings files with what of ours belongs into them; of the workspace where the request has one. */
  files(request: SettingsRequest): readonly SettingsFile[];
  /** What a person must know or do afterwards, a sentence each. */
  readonly notes: readonly string[];
}

/** The name of our MCP server in all settings. */
export const MCP_SERVER_NAME = "metis";

/** A directory of the person's that a variable may move. */
export function movedDirectory(
  { home, env }: RuntimePlace,
  variable: string,
  below: readonly string[],
  usual: readonly string[],
): string {
  const value = env[variable];
  return value !== undefined && isAbsolute(value) ? join(value, ...below) : join(home, ...usual);
}

/** A settings file in JSON, YAML or TOML that the runtime or others write too. */
export function sharedFile(
  runtime: RuntimeName,
  format: SharedSettingsFile["format"],
  path: string,
  entries: readonly SettingsEntry[],
): SharedSettingsFile {
  return { kind: "shared", path, format, entries, mark: hookMark(runtime) };
}

/** Hooks in the shape that Claude Code began: an event's list of matchers, each with its commands. */
export function matcherHooks(
  { home }: RuntimePlace,
  runtime: RuntimeName,
  events: Readonly<
    Record<string, { readonly matcher?: string; readonly handler?: Readonly<Record<string, Json>> }>
  >,
): readonly SettingsEntry[] {
  const command = hookCommand(home, runtime);
  return Object.entries(events).map(([event, { matcher, handler }]) => ({
    at: ["hooks", event],
    key: null,
    value: {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [{ type: "command", command, ...handler }],
    },
  }));
}

/** Our server in the shape that most settings have. */
export function mcpServer({ home }: RuntimePlace, more: Readonly<Record<string, Json>> = {}): Json {
  return { ...more, command: launcherPath(home), args: ["mcp"] };
}
