import type { CuratorFixture } from "@metis-curate/testkit";
import { Hono } from "hono";
import { createCuratorApp } from "../../../src/index.ts";
import { appDepsOf } from "../../dashboard/support/sample-root.ts";

export interface ServedFixture {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Serves a root on a free port of this machine, once at its top and once inside another app. */
export function serveFixture(fixture: CuratorFixture): ServedFixture {
  const app = new Hono()
    .route("/mounted/below", createCuratorApp(appDepsOf(fixture)))
    .route("/", createCuratorApp(appDepsOf(fixture)));
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: app.fetch });
  return { origin: server.url.origin, stop: () => server.stop(true) };
}
