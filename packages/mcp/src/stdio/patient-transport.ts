import { PassThrough, type Readable, type Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

/** How long requests may take to finish after the client closed its end. */
export const CLOSED_INPUT_GRACE_MS = 10_000;

export interface PatientTransport {
  readonly transport: Transport;
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>;
}

/**
 * Returns a transport over two streams that answers what was asked before the input ended: the SDK's own drops it, but
 * `printf … | metis-curate mcp` is no less a client. The connection ends when all is answered, or after a while.
 */
export function createPatientTransport(input: Readable, output: Writable): PatientTransport {
  const unread = new PassThrough();
  const inner = new StdioServerTransport(unread, output);
  const asked = new Set<string | number>();
  const end = Promise.withResolvers<void>();
  let isInputOver = false;
  const endIfAnswered = (): void => {
    if (isInputOver && asked.size === 0) unread.end();
  };
  const transport: Transport = {
    start: async () => {
      inner.onmessage = (message) => {
        noteAsked(asked, message);
        transport.onmessage?.(message);
        endIfAnswered();
      };
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onclose = () => {
        end.resolve();
        transport.onclose?.();
      };
      await inner.start();
      input.on("error", () => unread.end());
      input.once("end", () => {
        isInputOver = true;
        // What was written last is read in a later turn.
        setImmediate(endIfAnswered);
        setTimeout(() => unread.end(), CLOSED_INPUT_GRACE_MS).unref();
      });
      input.pipe(unread, { end: false });
    },
    send: async (message) => {
      await inner.send(message);
      noteAnswered(asked, message);
      endIfAnswered();
    },
    close: async () => {
      input.unpipe(unread);
      await inner.close();
    },
  };
  return { transport, closed: end.promise };
}

function noteAsked(asked: Set<string | number>, message: JSONRPCMessage): void {
  if (!("method" in message)) return;
  if ("id" in message) asked.add(message.id);
  if (message.method !== "notifications/cancelled") return;
  const requestId = message.params?.["requestId"];
  if (typeof requestId === "string" || typeof requestId === "number") asked.delete(requestId);
}

function noteAnswered(asked: Set<string | number>, message: JSONRPCMessage): void {
  if (!("method" in message) && message.id !== undefined) asked.delete(message.id);
}
