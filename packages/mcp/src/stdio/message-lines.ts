import { Transform } from "node:stream";

const NEWLINE = 0x0a;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

export interface MessageLinesOptions {
  /** A longer line is refused and never held. */
  readonly lineBytesMax: number;
  /** Sends one line to the client. */
  readonly answer: (line: string) => unknown;
}

/**
 * Returns a stream that lets whole lines with one JSON-RPC message each through. What is no message is answered with an
 * error of JSON-RPC 2.0, section 5.1, for the SDK drops it without a word and a client would wait for ever. A last line
 * need not end with a newline.
 */
export function messageLines({ lineBytesMax, answer }: MessageLinesOptions): Transform {
  let parts: Uint8Array[] = [];
  let size = 0;
  const refuse = ({ id, code, message }: Fault): void => {
    answer(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  };
  const add = (part: Uint8Array): void => {
    size += part.length;
    if (size <= lineBytesMax) parts.push(part);
    else parts = [];
  };
  /** Null when there is nothing to hand on. */
  const endLine = (): string | null => {
    const bytes = Buffer.concat(parts);
    const isTooLong = size > lineBytesMax;
    parts = [];
    size = 0;
    if (isTooLong) {
      const message = `Invalid request: a message has at most ${lineBytesMax} bytes`;
      refuse({ id: null, code: INVALID_REQUEST, message });
      return null;
    }
    const text = decode(bytes);
    if (text?.trim() === "") return null;
    const fault = text === null ? NOT_UTF8 : findFault(text);
    if (fault !== null) refuse(fault);
    return fault === null ? `${text}\n` : null;
  };
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      let start = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, at));
        start = at + 1;
        const line = endLine();
        if (line !== null) this.push(line);
      }
      if (start < chunk.length) add(chunk.subarray(start));
      done();
    },
    flush(done) {
      const line = size === 0 ? null : endLine();
      if (line !== null) this.push(line);
      done();
    },
  });
}

interface Fault {
  readonly id: string | number | null;
  readonly code: number;
  readonly message: string;
}

const NOT_UTF8: Fault = { id: null, code: PARSE_ERROR, message: "Parse error: a message is UTF-8" };

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function findFault(text: string): Fault | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { id: null, code: PARSE_ERROR, message: "Parse error: a message is JSON on one line" };
  }
  if (Array.isArray(value)) return invalid(null, "this protocol has no batches; send one message per line");
  if (!isObject(value)) return invalid(null, "a message is an object");
  const { jsonrpc, id, method, params } = value;
  const known = isId(id) ? id : null;
  if (jsonrpc !== "2.0") return invalid(known, 'jsonrpc must be "2.0"');
  if (id !== undefined && known === null && !isAnswer(value))
    return invalid(null, "id must be a string or a whole number");
  if (params !== undefined && !isObject(params)) return invalid(known, "params must be an object");
  if (typeof method === "string" || isAnswer(value)) return null;
  return invalid(known, "method must be a string");
}

function invalid(id: Fault["id"], what: string): Fault {
  return { id, code: INVALID_REQUEST, message: `Invalid request: ${what}` };
}

/** An answer to a request of ours, malformed or not: it is never answered. */
function isAnswer(value: Readonly<Record<string, unknown>>): boolean {
  return value["method"] === undefined && ("result" in value || "error" in value);
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
