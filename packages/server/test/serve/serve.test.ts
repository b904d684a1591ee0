import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import {
  type RunningServer,
  type ServedApp,
  ServeError,
  serve,
  serveBun,
  serveNode,
} from "../../src/index.ts";
import { curatorApp } from "../support/curator-app.ts";

const ADAPTERS = [
  ["Bun", serveBun],
  ["@hono/node-server", serveNode],
] as const;
const LOCAL = { host: "127.0.0.1", port: 0 };
/** Longer than a test may last. */
const GRACE_MS = 3_600_000;

async function withServer(
  start: typeof serve,
  app: ServedApp,
  work: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const server = await start(app, LOCAL);
  try {
    await work(server);
  } finally {
    await server.stop(0);
  }
}

/** Sends bytes as they are and returns everything that comes back. */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let received = "";
    socket.on("data", (data) => {
      received += data.toString("utf8");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
}

/** An app whose one request waits until it is let go. */
function slowApp() {
  let reached = (): void => {};
  let release = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const app: ServedApp = {
    fetch: async () => {
      reached();
      await gate;
      return new Response("done");
    },
  };
  return { app, arrived, release };
}

describe.each(ADAPTERS)("%s", (_name, start) => {
  test("serves the app at a free port", () =>
    withServer(start, curatorApp().app, async ({ url, port, host }) => {
      expect(url).toBe(`http://${host}:${port}/`);
      const response = await fetch(`${url}analytics/curator?from=2026-05-01&to=2026-05-02`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ runs: 0 });
      expect((await fetch(`${url}healthz`, { method: "HEAD" })).status).toBe(200);
      expect((await fetch(`${url}healthz`, { method: "POST", body: "x" })).status).toBe(405);
    }));

  test("refuses a Host of another site as it came over the wire", () =>
    withServer(start, curatorApp().app, async ({ port }) => {
      const answer = await sendRaw(
        port,
        "GET /healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
      );
      expect(answer).toStartWith("HTTP/1.1 403");
      expect(answer).toContain("forbidden_host");
    }));

  test.each([
    "GET /healthz HTTP/1.0\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n",
    "GET http://evil.example/healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
  ])("%j gets no answer of ours, and nothing breaks", (request) =>
    withServer(start, curatorApp().app, async ({ port, url }) => {
      const answer = await sendRaw(port, request);
      expect(answer).not.toContain('"status":"ok"');
      expect(answer).not.toMatch(/^HTTP\/1\.1 5/);
      expect(answer).not.toContain("node_modules");
      expect((await fetch(`${url}healthz`)).status).toBe(200);
    }),
  );

  test("a bug in the app shows nothing of itself", () =>
    withServer(
      start,
      {
        fetch: () => {
          throw new Error("secret path");
        },
      },
      async ({ url }) => {
        const response = await fetch(url);
        expect(response.status).toBe(500);
        const text = await response.text();
        expect(text).not.toContain("secret");
        expect(text).not.toContain(".ts");
      },
    ));

  test("says in one line that a port is in use", () =>
    withServer(start, curatorApp().app, async ({ port }) => {
      const error: unknown = await start(curatorApp().app, { host: "127.0.0.1", port }).catch(
        (e: unknown) => e,
      );
      expect(error).toBeInstanceOf(ServeError);
      expect(error).toMatchObject({ kind: "port-in-use" });
      expect((error as ServeError).message).toBe(
        `127.0.0.1:${port} is in use; stop what listens there, or use --port`,
      );
    }));

  test("says that this machine has no such address", async () => {
    const error: unknown = await start(curatorApp().app, { host: "192.0.2.1", port: 0 }).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(ServeError);
    expect((error as ServeError).message).not.toContain("\n");
  });

  test("stops when the request in flight has its answer, and takes no new one", async () => {
    const { app, arrived, release } = slowApp();
    const server = await start(app, LOCAL);
    const answer = fetch(server.url);
    await arrived;
    let stopped = false;
    const stopping = server.stop(GRACE_MS).then(() => {
      stopped = true;
    });
    expect(stopped).toBe(false);
    release();
    expect(await (await answer).text()).toBe("done");
    await stopping;
    expect(await fetch(server.url).catch(() => "refused")).toBe("refused");
  });

  test("cuts off a request that outlasts the grace", async () => {
    const { app, arrived } = slowApp();
    const server = await start(app, LOCAL);
    const answer = fetch(server.url).catch(() => "cut off");
    await arrived;
    await server.stop(10);
    expect(await answer).toBe("cut off");
  });

  test("stopping twice does no harm, and an idle connection holds nothing up", async () => {
    const server = await start(curatorApp().app, LOCAL);
    await (await fetch(`${server.url}healthz`)).text();
    await server.stop(GRACE_MS);
    await server.stop(GRACE_MS);
  });
});

test("`serve` takes the server of the runtime", () =>
  withServer(serve, curatorApp().app, async ({ url }) => {
    expect((await fetch(`${url}healthz`)).status).toBe(200);
  }));
