import type { Clock } from "@metis-curate/core";
import {
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/** Sessions kept at once; the one that was quiet the longest makes room. */
export const SESSIONS_MAX = 64;
/** A session that was quiet for so long is over; a client that comes back begins a new one. */
export const SESSION_IDLE_MS = 3_600_000;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  usedMs: number;
}

export interface LegacySessionsOptions {
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly bodyBytesMax: number;
  newSessionId(): string;
  createServer(sessionId: string): Promise<McpServer>;
}

/**
 * Sessions of clients that speak a protocol of 2025: there, cancelling is a message of its own, and only a session says
 * whose request it means. Bounded in number and in time.
 */
export class LegacySessions {
  readonly #options: LegacySessionsOptions;
  readonly #sessions = new Map<string, Session>();

  constructor(options: LegacySessionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Answers a request that names a session or begins one; null for any other. An unknown session is 404. */
  async answer(request: Request, body: unknown): Promise<Response | null> {
    this.#forgetIdle();
    const id = request.headers.get("mcp-session-id");
    if (id !== null) return this.#continue(id, request, body);
    return isInitializeRequest(body) ? this.#begin(request, body) : null;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  async #continue(id: string, request: Request, body: unknown): Promise<Response> {
    const session = this.#sessions.get(id);
    if (session === undefined) return unknownSession();
    session.usedMs = this.#options.clock.monotonicMs();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session.transport.handleRequest(request, parsed(body));
  }

  async #begin(request: Request, body: unknown): Promise<Response> {
    const { clock, bodyBytesMax, newSessionId, createServer } = this.#options;
    const id = newSessionId();
    const server = await createServer(id);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      maxRequestBodySize: bodyBytesMax,
      onsessionclosed: (closed) => this.#end(closed),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request, parsed(body));
    if (transport.sessionId === undefined) {
      await server.close();
      return response;
    }
    this.#sessions.set(id, { transport, server, usedMs: clock.monotonicMs() });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > SESSIONS_MAX && oldest !== undefined) await this.#end(oldest);
    return response;
  }

  #forgetIdle(): void {
    const deadline = this.#options.clock.monotonicMs() - SESSION_IDLE_MS;
    for (const [id, { usedMs }] of this.#sessions) {
      if (usedMs >= deadline) return;
      void this.#end(id);
    }
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#sessions.delete(id);
    await session.server.close();
  }
}

function parsed(body: unknown): { readonly parsedBody?: unknown } {
  return body === undefined ? {} : { parsedBody: body };
}

function unknownSession(): Response {
  const error = { code: -32_001, message: "Session not found; initialize again" };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
