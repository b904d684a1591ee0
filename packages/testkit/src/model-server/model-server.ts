import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { countAnswer, type PromptCache, promptCache } from "./count-call.ts";
import { type TokenRule, typicalTokens } from "./count-tokens.ts";
import { type ReadRequestOptions, readRequest } from "./read-request.ts";
import { sendError, sendReply } from "./send-reply.ts";
import type { ServedRequest } from "./served-request.ts";
import { billOf, type LedgerEntry, SERVER_PRICES, type ServerPrice } from "./server-bill.ts";
import { openBooks, type ServerBooks } from "./server-books.ts";
import type { CacheSplit, ServerReply } from "./server-reply.ts";

/** Decides what the server does with a request; a rejection is answered with status 500. */
export type ServerScript = (request: ServedRequest) => ServerReply | Promise<ServerReply>;

export interface ModelServerOptions {
  readonly script: ServerScript;
  /** Default `typicalTokens`. */
  readonly countTokens?: TokenRule;
  /** Default `texts`; `body` counts the whole body, the most a provider could. */
  readonly inputBasis?: ReadRequestOptions["inputBasis"];
  /** Tokens of the provider's own framing per call; default 0. */
  readonly overheadTokens?: number;
  /** Shortest first part that is cached; default 4,096 tokens. */
  readonly cacheTokensMin?: number;
  /** USD per million tokens by model; default the server's own table. */
  readonly prices?: Readonly<Record<string, ServerPrice>>;
  /** The chat-completions API wants a key; default false. */
  readonly keyRequired?: boolean;
  /** Default any free port. */
  readonly port?: number;
}

/** A model provider on this machine that keeps its own books. */
export interface ModelServer {
  /** For the Anthropic API: `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** For the chat-completions API: the same with `/v1`. */
  readonly openaiUrl: string;
  /** Every well-formed request so far, in order. */
  readonly requests: readonly ServedRequest[];
  /** Every refused call before any model: no key, no such path, a broken body. */
  readonly faults: readonly string[];
  /** Every billed call so far. */
  readonly ledger: readonly LedgerEntry[];
  /** Requests whose client went away before the answer, by index. */
  readonly abandoned: readonly number[];
  /** USD of the ledger, or of a part of it, as a plain decimal. */
  bill(chosen?: (entry: LedgerEntry) => boolean): string;
  /** Resolves when so many requests have come in. */
  received(count: number): Promise<void>;
  /** Resolves when the client of so many requests went away. */
  abandonedBy(count: number): Promise<void>;
  close(): Promise<void>;
}

const CACHE_TOKENS_MIN = 4_096;
const BODY_BYTES_MAX = 64 * 1024 * 1024;

/** Starts a server on 127.0.0.1 that speaks the Messages API and the chat-completions API by a script. */
export async function modelServer(options: ModelServerOptions): Promise<ModelServer> {
  const books = openBooks();
  const cache = promptCache(options.cacheTokensMin ?? CACHE_TOKENS_MIN);
  const server = createServer((incoming, response) => {
    serve(incoming, response, options, books, cache).catch((error: unknown) => {
      books.faults.push(String(error));
      if (!response.headersSent)
        sendError(response, "anthropic", -1, { status: 500, message: String(error) });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    openaiUrl: `${url}/v1`,
    requests: books.requests,
    faults: books.faults,
    ledger: books.ledger,
    abandoned: books.abandoned,
    bill: (chosen = () => true) => billOf(books.ledger.filter(chosen), options.prices ?? SERVER_PRICES),
    received: (count) => books.until(() => books.requests.length >= count),
    abandonedBy: (count) => books.until(() => books.abandoned.length >= count),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  options: ModelServerOptions,
  books: ServerBooks,
  cache: PromptCache,
): Promise<void> {
  const { method = "GET", url: path = "/", headers } = incoming;
  const text = await readBody(incoming);
  const read = readRequest({ method, path, headers, text }, readOptions(options));
  if (read.kind === "fault") {
    books.faults.push(read.fault.message);
    sendError(response, read.api, -1, read.fault);
    return;
  }
  const request = { ...read.request, index: books.requests.length };
  const client = books.receive(request, response);
  const reply = await options.script(request);
  const billed = billedText(reply);
  const split = billed === null ? {} : (forcedSplit(reply) ?? cache.split(request));
  const counted = countAnswer(request, billed ?? "", split, options.countTokens ?? typicalTokens);
  if (billed !== null) {
    const told = isTold(reply) && !client.isGone();
    books.ledger.push({ request: request.index, model: request.model, tokens: counted.tokens, told });
  }
  if (client.isGone()) return;
  if (reply.kind !== "silence") client.replied();
  sendReply({ request, response, counted }, reply);
}

function readOptions(options: ModelServerOptions): ReadRequestOptions {
  return {
    countTokens: options.countTokens ?? typicalTokens,
    inputBasis: options.inputBasis ?? "texts",
    overheadTokens: options.overheadTokens ?? 0,
    keyRequired: options.keyRequired ?? false,
  };
}

function forcedSplit(reply: ServerReply): CacheSplit | undefined {
  return reply.kind === "answer" ? reply.cache : undefined;
}

/** The text that a provider bills for; null when it bills nothing. */
function billedText(reply: ServerReply): string | null {
  switch (reply.kind) {
    case "answer":
    case "cut-body":
      return reply.text;
    case "refusal":
    case "drop":
      return reply.text ?? "";
    case "silence":
      return "";
    case "raw":
      return reply.billed === true ? reply.body : null;
    case "error":
    case "redirect":
      return null;
  }
}

function isTold(reply: ServerReply): boolean {
  return reply.kind === "refusal" || (reply.kind === "answer" && (reply.usage ?? "honest") === "honest");
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new RangeError(`a body of more than ${BODY_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
