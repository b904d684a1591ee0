import { PassThrough, type Readable, type Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { messageLines } from "./message-lines.ts";
import { OpenQuestions } from "./open-questions.ts";

/** How long requests may take to finish after the client closed its end. */
export const CLOSED_INPUT_GRACE_MS = 10_000;
/** Of one message, as over HTTP. */
const LINE_BYTES_MAX = 4 * 1_024 * 1_024;

export interface PatientTransport {
  readonly transport: Transport;
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>;
  /** Resolves when everything asked so far is answered, or after `graceMs`. */
  answered(graceMs: number): Promise<void>;
}

/**
 * Returns a transport over two streams that answers what was asked before the input ended: the SDK's own drops it, but
 * `printf … | metis-curate mcp` is no less a client. The connection ends when all is answered, or after `graceMs`.
 */
export function createPatientTransport(input: Readable, output: Writable, graceMs: number): PatientTransport {
  const lines = messageLines({ lineBytesMax: LINE_BYTES_MAX, answer: (line) => output.write(line) });
  const unread = new PassThrough();
  const inner = new StdioServerTransport(unread, output);
  const questions = new OpenQuestions();
  const end = openPromise();
  const endWhenAnswered = async (): Promise<void> => {
    await turnUntil(() => unread.readableLength + unread.writableLength === 0);
    await questions.answered(graceMs);
    unread.end();
  };
  const transport: Transport = {
    start: async () => {
      inner.onmessage = (message) => {
        questions.noteReceived(message);
        transport.onmessage?.(message);
      };
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onclose = () => {
        end.resolve();
        transport.onclose?.();
      };
      await inner.start();
      input.on("error", () => unread.end());
      lines.once("end", () => void endWhenAnswered());
      lines.pipe(unread, { end: false });
      input.pipe(lines);
    },
    send: async (message) => {
      await inner.send(message);
      questions.noteSent(message);
    },
    close: async () => {
      input.unpipe(lines);
      await inner.close();
    },
  };
  return { transport, closed: end.promise, answered: (waitMs) => questions.answered(waitMs) };
}

/** What was written to a stream is read in later turns. */
async function turnUntil(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise((resolve) => setImmediate(resolve));
}

/** Node 20 has no `Promise.withResolvers`. */
function openPromise(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
