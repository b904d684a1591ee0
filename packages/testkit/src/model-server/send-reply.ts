import type { ServerResponse } from "node:http";
import { type AnswerParts, anthropicAnswer, anthropicError, anthropicUsage } from "./anthropic-bodies.ts";
import type { CountedAnswer } from "./count-call.ts";
import { openaiAnswer, openaiError, openaiUsage } from "./openai-bodies.ts";
import type { ServedApi, ServedRequest } from "./served-request.ts";
import type { BilledTokens } from "./server-bill.ts";
import type { ServerReply } from "./server-reply.ts";

/** One call with what it will be billed. */
export interface Serving {
  readonly request: ServedRequest;
  readonly response: ServerResponse;
  readonly counted: CountedAnswer;
}

/** Puts a reply on the wire in the vendor's shape. */
export function sendReply(serving: Serving, reply: ServerReply): void {
  const { request, response } = serving;
  switch (reply.kind) {
    case "answer":
      sendJson(serving, answerBody(serving, answerParts(serving, reply)));
      return;
    case "refusal":
      sendJson(serving, answerBody(serving, refusalParts(serving, reply.message)));
      return;
    case "error":
      sendError(response, request.api, request.index, reply);
      return;
    case "cut-body":
      sendHalf(serving);
      return;
    case "drop":
      drop(response, reply.after);
      return;
    case "silence":
      return;
    case "redirect":
      response.writeHead(reply.status ?? 307, { location: reply.location }).end();
      return;
    case "raw":
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(reply.body);
      return;
  }
}

/** Sends an error in the vendor's shape. */
export function sendError(
  response: ServerResponse,
  api: ServedApi,
  index: number,
  error: Pick<Extract<ServerReply, { kind: "error" }>, "status" | "message" | "headers">,
): void {
  const { status, message = `The server answers ${status}.`, headers } = error;
  const body =
    api === "anthropic" ? anthropicError(status, message, requestId(index)) : openaiError(status, message);
  response.writeHead(status, { ...jsonHeaders(api, index), ...headers });
  response.end(JSON.stringify(body));
}

function answerParts(
  { request, counted }: Serving,
  reply: Extract<ServerReply, { kind: "answer" }>,
): AnswerParts {
  const { usage = "honest", stop = "end" } = reply;
  const end = counted.cut ? "max_tokens" : stop;
  if (usage === "missing") return { text: counted.text, end, usage: undefined };
  if (usage !== "honest") return { text: counted.text, end, usage: usage.claimed };
  return { text: counted.text, end, usage: usageOf(request.api, counted.tokens) };
}

function refusalParts({ request, counted }: Serving, message: string): AnswerParts {
  return { text: counted.text, end: "refusal", message, usage: usageOf(request.api, counted.tokens) };
}

function answerBody({ request }: Serving, parts: AnswerParts): unknown {
  return request.api === "anthropic" ? anthropicAnswer(request, parts) : openaiAnswer(request, parts);
}

function usageOf(api: ServedApi, tokens: BilledTokens): unknown {
  return api === "anthropic" ? anthropicUsage(tokens) : openaiUsage(tokens);
}

function sendJson({ request, response }: Serving, body: unknown): void {
  response.writeHead(200, jsonHeaders(request.api, request.index));
  response.end(JSON.stringify(body));
}

/** The whole length is promised, half of it comes: the end of a worker, not a broken line. */
function sendHalf(serving: Serving): void {
  const { request, response, counted } = serving;
  const usage = usageOf(request.api, counted.tokens);
  const text = JSON.stringify(answerBody(serving, { text: counted.text, end: "end", usage }));
  response.writeHead(200, jsonHeaders(request.api, request.index));
  response.end(text.slice(0, Math.floor(text.length / 2)));
}

function drop(response: ServerResponse, after: "request" | "headers"): void {
  if (after === "request") {
    response.socket?.destroy();
    return;
  }
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write("{", () => response.socket?.destroy());
}

function jsonHeaders(api: ServedApi, index: number): Readonly<Record<string, string>> {
  const name = api === "anthropic" ? "request-id" : "x-request-id";
  return { "content-type": "application/json", [name]: requestId(index) };
}

function requestId(index: number): string {
  return `req_${index}`;
}
