import type { RunningServer, ServedApp, ServeOptions } from "./running-server.ts";
import { serveBun } from "./serve-bun.ts";
import { serveNode } from "./serve-node.ts";

/** Serves an app with the server of the runtime it runs on. Throws `ServeError`. CONTRACTS 12. */
export function serve(app: ServedApp, options: ServeOptions): Promise<RunningServer> {
  return process.versions.bun === undefined ? serveNode(app, options) : serveBun(app, options);
}
