import type { Clock } from "@metis-curate/core";
import { type AccessPolicy, errorBody, refuseForeigners, requireBearer } from "@metis-curate/http";
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  PARSE_ERROR,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { type Context, Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { McpDeps } from "../mcp-deps.ts";
import { createMcpServer, createServing } from "../server/create-mcp-server.ts";
import { LegacySessions } from "./legacy-sessions.ts";
import { OpenCalls } from "./open-calls.ts";

export const MCP_PATH = "/mcp";
/** Largest message. */
export const MCP_BODY_BYTES_MAX = 4 * 1_024 * 1_024;
/** Streams of list changes that are open at once. */
const SUBSCRIPTIONS_MAX = 64;

const PARSE_ERROR_BODY = {
  jsonrpc: "2.0",
  error: { code: PARSE_ERROR, message: "Parse error: the body is no JSON" },
  id: null,
} as const;

export interface McpAppDeps extends McpDeps {
  readonly access: AccessPolicy;
  readonly clock: Pick<Clock, "monotonicMs">;
}

export interface McpApp {
  fetch(request: Request): Response | Promise<Response>;
  /** Answers new requests with 503, lets the calls in flight finish for up to `graceMs`, and ends every stream. */
  close(graceMs: number): Promise<void>;
}

/**
 * The server over Streamable HTTP at `/mcp`, for protocols from 2025 on (CONTRACTS 13.9). What never reaches the protocol
 * is answered with `{error: {code, message, details}}`: 401 `unauthorized`, 403 `forbidden_host` or `forbidden_origin`,
 * 404 `not_found`, 413 `body_too_large`, 503 `stopping`.
 */
export function createMcpApp(deps: McpAppDeps): McpApp {
  const calls = new OpenCalls();
  const serving = createServing(deps);
  const onerror = ({ message }: Error): void => deps.logger.log("debug", `mcp: ${message}`);
  const handler = createMcpHandler(() => createMcpServer(serving, null), {
    onerror,
    maxRequestBodySize: MCP_BODY_BYTES_MAX,
    maxSubscriptions: SUBSCRIPTIONS_MAX,
  });
  const sessions = new LegacySessions({
    clock: deps.clock,
    bodyBytesMax: MCP_BODY_BYTES_MAX,
    newSessionId: deps.newSessionId,
    createServer: (sessionId) => createMcpServer(serving, sessionId),
  });
  let isStopping = false;
  const app = new Hono();
  app.use(secureHeaders({ strictTransportSecurity: false }));
  app.use(refuseForeigners(deps.access));
  if (deps.access.token !== null) app.use(requireBearer(deps.access.token));
  app.use(async (c, next) => (isStopping ? c.json(errorBody("stopping", "the server stops"), 503) : next()));
  app.all(MCP_PATH, (c) => answer(c, { handler, sessions, calls }));
  app.notFound((c) =>
    c.json(errorBody("not_found", `there is nothing here; the server is at ${MCP_PATH}`), 404),
  );
  app.onError((error, c) => {
    deps.logger.log("error", `mcp: ${error.message}`);
    return c.json(errorBody("internal", "internal error; the log says more"), 500);
  });
  return {
    fetch: (request) => app.fetch(request),
    close: async (graceMs) => {
      isStopping = true;
      await calls.settled(graceMs);
      await Promise.all([sessions.close(), handler.close()]);
    },
  };
}

interface Parts {
  readonly handler: McpHttpHandler;
  readonly sessions: LegacySessions;
  readonly calls: OpenCalls;
}

async function answer(c: Context, { handler, sessions, calls }: Parts): Promise<Response> {
  const request = c.req.raw;
  if (request.method !== "POST" || !isJsonContentType(c.req.header("content-type") ?? null)) {
    return (await sessions.answer(request, undefined)) ?? handler.fetch(request);
  }
  const read = await readRequestBody(request, MCP_BODY_BYTES_MAX);
  if (read.tooLarge) return c.json(errorBody("body_too_large", `more than ${MCP_BODY_BYTES_MAX} bytes`), 413);
  const parsedBody = parseJson(read.text);
  if (parsedBody === undefined) return c.json(PARSE_ERROR_BODY, 400);
  const answering = async (): Promise<Response> => {
    const isLegacy = await isLegacyRequest(request, parsedBody);
    const answered = isLegacy ? await sessions.answer(request, parsedBody) : null;
    return answered ?? handler.fetch(request, { parsedBody });
  };
  return isToolCall(parsedBody) ? calls.track(answering) : answering();
}

/** A stream of changes is a request as well, but one that never ends. */
function isToolCall(message: unknown): boolean {
  if (Array.isArray(message)) return message.some(isToolCall);
  return (
    typeof message === "object" && message !== null && "method" in message && message.method === "tools/call"
  );
}

/** Undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
