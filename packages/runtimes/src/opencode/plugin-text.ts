/** Stands in every version of the plugin. */
export const OPENCODE_PLUGIN_MARK = "written by metis-curate init";

/**
 * The plugin for OpenCode, for the loaders of both generations. It hands each finished tool call and each session's
 * turn to the hook in a process of its own, waits for none, and keeps every error to itself.
 */
export function opencodePlugin(launcher: string): string {
  return `// ${OPENCODE_PLUGIN_MARK} --runtime opencode; --uninstall takes it away.
// It tells Metis Curator which skills are used: names, paths, sizes and times, nothing that was said.
import { spawn } from "node:child_process";

const LAUNCHER = ${JSON.stringify(launcher)};
const TOOLS = new Set(["skill", "read", "write", "edit", "patch", "bash"]);
const EVENTS = new Set(["session.created", "session.idle", "session.deleted", "session.error"]);

function tell(record) {
  try {
    const child = spawn(LAUNCHER, ["hook", "opencode"], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    child.on("error", () => {});
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(record));
    child.unref();
  } catch {
    // A hook never breaks the agent.
  }
}

const server = async ({ directory } = {}) => ({
  event: async ({ event } = {}) => {
    if (event && EVENTS.has(event.type)) {
      tell({ hook: "event", cwd: directory, at: Date.now(), type: event.type, properties: idsOf(event.properties) });
    }
  },
  "tool.execute.after": async (input = {}, output = {}) => {
    if (!TOOLS.has(input.tool)) return;
    tell({
      hook: "tool.execute.after",
      cwd: directory,
      at: Date.now(),
      tool: input.tool,
      sessionID: input.sessionID,
      callID: input.callID,
      args: input.args,
      title: output.title,
      metadata: output.metadata,
      outputSizeBytes: typeof output.output === "string" ? Buffer.byteLength(output.output) : 0,
    });
  },
});

function idsOf(properties = {}) {
  return {
    sessionID: properties.sessionID ?? properties.info?.id,
    directory: properties.info?.directory,
    version: properties.info?.version,
  };
}

// Version 1 calls server, version 2 setup.
export default { id: "metis-curate", server, setup: async () => {} };
`;
}
