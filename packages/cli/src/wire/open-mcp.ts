import { hostname } from "node:os";
import { secretlintFinder, systemClock, systemIds } from "@metis-curate/adapters";
import type { Outcome } from "@metis-curate/core";
import { type AccessPolicy, isLoopbackName, type RunningServer, ServeError, serve } from "@metis-curate/http";
import {
  createMcpApp,
  MCP_BODY_BYTES_MAX,
  MCP_PATH,
  type McpApp,
  type McpDeps,
  serveMcpStdio,
} from "@metis-curate/mcp";
import type { McpChannel, OpenedMcp, OpenMcp } from "./mcp-opener.ts";
import { livingPlace } from "./mcp-place.ts";

/** How long calls in flight may take to finish after the signal to stop. */
const STOP_GRACE_MS = 5_000;
/** What is left after the calls: their last bytes. */
const CUT_GRACE_MS = 1_000;
/** A call with vectors to make may be silent for long; this is Bun's limit. */
const IDLE_SECONDS = 255;

/** Serves MCP over one channel. Without any library it waits for the first: every tool says so until then. */
export const openMcp: OpenMcp = async (options) => {
  const place = livingPlace(options);
  const opened = await place.open();
  if (!opened.ok) {
    if (opened.refusal.kind !== "no-skills-directory") return opened;
    options.logger.log("warning", `${opened.refusal.message}; the tools say so until there is one`);
  }
  const clock = systemClock();
  const ids = systemIds(clock);
  const deps: McpDeps = {
    open: place.open,
    secrets: secretlintFinder(),
    logger: options.logger,
    version: options.version,
    newSessionId: () => ids.next(),
  };
  const channel = await openChannel(deps, options.channel);
  if (!channel.ok) {
    place.close();
    return channel;
  }
  const { endpoint, closed, close } = channel.value;
  return {
    ok: true,
    value: {
      endpoint,
      closed,
      skillsDirs: place.skillsDirs(),
      close: async () => {
        await close();
        place.close();
      },
    },
  };
};

type OpenedChannel = Omit<OpenedMcp, "skillsDirs">;

async function openChannel(deps: McpDeps, channel: McpChannel): Promise<Outcome<OpenedChannel>> {
  if (channel.kind === "stdio") {
    const { closed, close } = serveMcpStdio(deps, channel);
    return { ok: true, value: { endpoint: null, closed, close: () => close(STOP_GRACE_MS) } };
  }
  const { host, port, token } = channel;
  const app = createMcpApp({ ...deps, clock: systemClock(), access: accessOf(host, token) });
  const server = await listen(app, host, port);
  if (!server.ok) return server;
  const running = server.value;
  return {
    ok: true,
    value: {
      endpoint: { url: new URL(MCP_PATH, running.url).href, host: running.host, port: running.port },
      closed: new Promise(() => {}),
      close: async () => {
        await app.close(STOP_GRACE_MS);
        await running.stop(CUT_GRACE_MS);
      },
    },
  };
}

/** Reachable from elsewhere, it answers under its addresses and the names of this machine. */
function accessOf(host: string, token: string | null): AccessPolicy {
  return { hosts: isLoopbackName(host) ? "loopback" : [host, hostname()], token };
}

async function listen(app: McpApp, host: string, port: number): Promise<Outcome<RunningServer>> {
  try {
    const limits = { bodyBytesMax: MCP_BODY_BYTES_MAX, idleSeconds: IDLE_SECONDS };
    return { ok: true, value: await serve(app, { host, port, ...limits }) };
  } catch (error) {
    if (!(error instanceof ServeError)) throw error;
    return { ok: false, refusal: { kind: error.kind, message: error.message, exitCode: 3 } };
  }
}
