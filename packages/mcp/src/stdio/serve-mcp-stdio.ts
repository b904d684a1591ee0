import type { Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { McpDeps } from "../mcp-deps.ts";
import { CallBook } from "../server/call-book.ts";
import { createMcpServer, createServing } from "../server/create-mcp-server.ts";
import { createPatientTransport } from "./patient-transport.ts";

export interface StdioStreams {
  readonly input: Readable;
  /** Nothing but the protocol may be written to it. */
  readonly output: Writable;
}

export interface McpConnection {
  /** Resolves when the client closed its end and everything asked before was answered. */
  readonly closed: Promise<void>;
  /** Lets the calls in flight finish for up to `graceMs`, then ends the connection. */
  close(graceMs: number): Promise<void>;
}

/** Serves one client over two streams; the connection is one session of matches and feedback (CONTRACTS 13.9). */
export function serveMcpStdio(deps: McpDeps, { input, output }: StdioStreams): McpConnection {
  const calls = new CallBook();
  const serving = createServing(deps, calls);
  const sessionId = deps.newSessionId();
  const { transport, closed } = createPatientTransport(input, output);
  const handle = serveStdio(() => createMcpServer(serving, sessionId), {
    transport,
    onerror: ({ message }) => deps.logger.log("warning", `mcp: ${message}`),
  });
  return {
    closed,
    close: async (graceMs) => {
      await calls.settled(graceMs);
      await handle.close();
    },
  };
}
