import type { Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { McpDeps } from "../mcp-deps.ts";
import { createMcpServer, createServing } from "../server/create-mcp-server.ts";
import { CLOSED_INPUT_GRACE_MS, createPatientTransport } from "./patient-transport.ts";

export interface StdioStreams {
  readonly input: Readable;
  /** Nothing but the protocol may be written to it. */
  readonly output: Writable;
  /** How long calls may take to finish after the client closed its end; 10 s unless given. */
  readonly graceMs?: number;
}

export interface McpConnection {
  /** Resolves when the client closed its end and everything asked before was answered. */
  readonly closed: Promise<void>;
  /** Lets what was asked be answered for up to `graceMs`, then ends the connection. */
  close(graceMs: number): Promise<void>;
}

/** Serves one client over two streams; the connection is one session of matches and feedback (CONTRACTS 13.9). */
export function serveMcpStdio(
  deps: McpDeps,
  { input, output, graceMs = CLOSED_INPUT_GRACE_MS }: StdioStreams,
): McpConnection {
  const serving = createServing(deps);
  const sessionId = deps.newSessionId();
  const { transport, closed, answered } = createPatientTransport(input, output, graceMs);
  const handle = serveStdio(() => createMcpServer(serving, sessionId), {
    transport,
    onerror: ({ message }) => deps.logger.log("warning", `mcp: ${message.replace(/\s+/g, " ")}`),
  });
  return {
    closed,
    close: async (waitMs) => {
      await answered(waitMs);
      await handle.close();
    },
  };
}
