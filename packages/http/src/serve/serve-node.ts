import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import {
  formatAuthority,
  IDLE_SECONDS,
  type RunningServer,
  type ServedApp,
  type ServeOptions,
  toServeError,
} from "./running-server.ts";

/** How often a server that stops looks for connections that fell idle. */
const SWEEP_MS = 20;

/** Serves an app with Node's HTTP server, through `@hono/node-server`. Throws `ServeError`. */
export async function serveNode(app: ServedApp, options: ServeOptions): Promise<RunningServer> {
  const server = createAdaptorServer({
    fetch: (request) => app.fetch(request),
    // The program's own Response stays what it is.
    overrideGlobalObjects: false,
  }) as Server;
  server.keepAliveTimeout = (options.idleSeconds ?? IDLE_SECONDS) * 1_000;
  await listen(server, options);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  return {
    host: options.host,
    port,
    url: `http://${formatAuthority(options.host, port)}/`,
    stop: (graceMs) => stop(server, graceMs),
  };
}

function listen(server: Server, options: ServeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(toServeError(options, error)));
    server.listen(options.port, options.host, () => resolve());
  });
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection falls idle when its last answer is out, and then nothing else would close it.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
