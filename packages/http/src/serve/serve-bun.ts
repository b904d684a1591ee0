import {
  BODY_BYTES_MAX,
  formatAuthority,
  IDLE_SECONDS,
  type RunningServer,
  type ServedApp,
  type ServeOptions,
  toServeError,
} from "./running-server.ts";

/** Serves an app with Bun's own server. Throws `ServeError`. */
export async function serveBun(app: ServedApp, options: ServeOptions): Promise<RunningServer> {
  const server = listen(app, options);
  const port = server.port ?? options.port;
  return {
    host: options.host,
    port,
    url: `http://${formatAuthority(options.host, port)}/`,
    stop: async (graceMs) => {
      const timer = setTimeout(() => void server.stop(true), graceMs);
      server.closeIdleConnections();
      await server.stop();
      clearTimeout(timer);
    },
  };
}

function listen(app: ServedApp, options: ServeOptions) {
  try {
    return Bun.serve({
      hostname: options.host,
      port: options.port,
      idleTimeout: options.idleSeconds ?? IDLE_SECONDS,
      maxRequestBodySize: options.bodyBytesMax ?? BODY_BYTES_MAX,
      // Its error page would show where this program lies; without it Bun shares ports unless told not to.
      development: false,
      reusePort: false,
      fetch: (request) => app.fetch(request),
      error: () => new Response("internal error", { status: 500 }),
    });
  } catch (error) {
    throw toServeError(options, error);
  }
}
