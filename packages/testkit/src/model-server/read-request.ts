import type { IncomingHttpHeaders } from "node:http";
import type { TokenRule } from "./count-tokens.ts";
import type { ServedApi, ServedRequest } from "./served-request.ts";

/** A request that a provider would turn down before any model sees it. */
export interface RequestFault {
  readonly status: 400 | 401 | 404 | 413;
  readonly message: string;
}

export type ReadRequest =
  | { readonly kind: "request"; readonly request: Omit<ServedRequest, "index"> }
  | { readonly kind: "fault"; readonly api: ServedApi; readonly fault: RequestFault };

export interface IncomingCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface ReadRequestOptions {
  readonly countTokens: TokenRule;
  /** What is counted as input: the texts and the schema, or every byte of the body as it came. */
  readonly inputBasis: "texts" | "body";
  /** Added to what is counted: the provider's own framing. */
  readonly overheadTokens: number;
  /** The chat-completions API refuses a request without a key. */
  readonly keyRequired: boolean;
}

type Json = Readonly<Record<string, unknown>>;

const KEY_HEADERS = new Set(["x-api-key", "authorization", "proxy-authorization", "cookie", "api-key"]);

/** Reads a call as the vendors do, or says what they would refuse. Never throws. */
export function readRequest(call: IncomingCall, options: ReadRequestOptions): ReadRequest {
  const { pathname: path } = new URL(call.path, "http://localhost");
  const api: ServedApi = path.endsWith("/v1/chat/completions") ? "openai" : "anthropic";
  const fault = findCallFault(call, path, api, options.keyRequired);
  if (fault !== null) return { kind: "fault", api, fault };
  const body = parseObject(call.text);
  if (body === null) return refuse(api, 400, "The request body is not valid JSON.");
  const bodyFault = findBodyFault(body, api);
  if (bodyFault !== null) return refuse(api, 400, bodyFault);
  const texts = api === "anthropic" ? anthropicTexts(body) : openaiTexts(body);
  const format = api === "anthropic" ? body["output_config"] : body["response_format"];
  const cacheableTokens = texts.cacheable === null ? 0 : options.countTokens(texts.cacheable);
  const schemaText = format === undefined ? "" : JSON.stringify(format);
  const parts = options.inputBasis === "body" ? [call.text] : [texts.system, texts.prompt, schemaText];
  return {
    kind: "request",
    request: {
      api,
      path,
      headers: presentHeaders(call.headers),
      model: String(body["model"]),
      maxTokens: maxTokensOf(body) ?? Number.MAX_SAFE_INTEGER,
      system: texts.system,
      prompt: texts.prompt,
      schema: schemaOf(format),
      body,
      bodyBytes: Buffer.byteLength(call.text, "utf8"),
      inputTokens: parts.reduce((sum, part) => sum + options.countTokens(part), options.overheadTokens),
      cacheableTokens,
    },
  };
}

function refuse(api: ServedApi, status: RequestFault["status"], message: string): ReadRequest {
  return { kind: "fault", api, fault: { status, message } };
}

function findCallFault(
  { method, headers }: IncomingCall,
  path: string,
  api: ServedApi,
  keyRequired: boolean,
): RequestFault | null {
  const known = path.endsWith("/v1/chat/completions") || path.endsWith("/v1/messages");
  if (!known || method !== "POST") return { status: 404, message: `${method} ${path} is not served.` };
  const key = headers.authorization ?? headers["x-api-key"];
  if (!key && (api === "anthropic" || keyRequired)) return { status: 401, message: "No key was given." };
  if (api === "anthropic" && !headers["anthropic-version"]) {
    return { status: 400, message: "anthropic-version: header is required" };
  }
  if (!headers["content-type"]?.startsWith("application/json")) {
    return { status: 400, message: "content-type: must be application/json" };
  }
  return null;
}

function findBodyFault(body: Json, api: ServedApi): string | null {
  const { model, messages } = body as { model?: unknown; messages?: unknown };
  if (typeof model !== "string" || model === "") return "model: Field required";
  if (!Array.isArray(messages) || messages.length === 0) return "messages: at least one message is required";
  if (body["stream"] === true) return "stream: this server does not stream";
  const limit = maxTokensOf(body);
  if (limit === null && api === "anthropic") return "max_tokens: Field required";
  if (limit !== null && !(Number.isSafeInteger(limit) && limit >= 1)) return "max_tokens: must be at least 1";
  return null;
}

function maxTokensOf(body: Json): number | null {
  const limit = body["max_completion_tokens"] ?? body["max_tokens"] ?? null;
  return limit === null ? null : typeof limit === "number" ? limit : Number.NaN;
}

interface Texts {
  readonly system: string;
  readonly prompt: string;
  /** Everything up to the last cache mark; null without a mark. */
  readonly cacheable: string | null;
}

function anthropicTexts(body: Json): Texts {
  const system = blocksOf(body["system"]);
  const turns = (body["messages"] as readonly Json[]).flatMap((message) => blocksOf(message["content"]));
  const all = [...system, ...turns];
  const lastMark = all.findLastIndex(({ marked }) => marked);
  return {
    system: joined(system),
    prompt: joined(turns),
    cacheable: lastMark < 0 ? null : joined(all.slice(0, lastMark + 1)),
  };
}

function openaiTexts(body: Json): Texts {
  const messages = body["messages"] as readonly Json[];
  const isSystem = ({ role }: Json) => role === "system" || role === "developer";
  const textOf = (chosen: readonly Json[]) => joined(chosen.flatMap(({ content }) => blocksOf(content)));
  const system = textOf(messages.filter(isSystem));
  // This vendor caches a long first part by itself, and never bills its writing.
  return { system, prompt: textOf(messages.filter((message) => !isSystem(message))), cacheable: system };
}

interface Block {
  readonly text: string;
  readonly marked: boolean;
}

function blocksOf(content: unknown): readonly Block[] {
  if (typeof content === "string") return [{ text: content, marked: false }];
  if (!Array.isArray(content)) return [];
  return content.map((block: Json) => ({
    text: typeof block["text"] === "string" ? block["text"] : JSON.stringify(block),
    marked: typeof block["cache_control"] === "object" && block["cache_control"] !== null,
  }));
}

function joined(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join("\n");
}

function schemaOf(format: unknown): unknown {
  if (typeof format !== "object" || format === null) return null;
  const { format: inner, json_schema: named } = format as { format?: Json; json_schema?: Json };
  return inner?.["schema"] ?? named?.["schema"] ?? null;
}

function presentHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, KEY_HEADERS.has(name) ? "present" : String(value)]),
  );
}

function parseObject(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}
