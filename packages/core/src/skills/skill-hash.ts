import { createHash } from "node:crypto";

const LF = 0x0a;
const CR = 0x0d;
const VERSION_DIGITS = 16;
const CODE_POINTS_PER_TOKEN = 4;
const BOM_BYTES = [0xef, 0xbb, 0xbf] as const;

/** CRLF and CR read as LF. */
export function normalizeLineEnds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

export function countCodePoints(text: string): number {
  // As many bytes as units is ASCII, which nearly every text is.
  if (Buffer.byteLength(text) === text.length) return text.length;
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** First 16 hex digits of SHA-256 over the body's UTF-8 with LF line ends (CONTRACTS 1.3). */
export function skillVersion(body: string): string {
  return sha256(normalizeLineEnds(body)).slice(0, VERSION_DIGITS);
}

/** Size of a body in tokens by CONTRACTS 1.3: max(1, floor(code points / 4)). */
export function skillSizeTokens(body: string): number {
  return Math.max(1, Math.floor(countCodePoints(body) / CODE_POINTS_PER_TOKEN));
}

function withoutBom(bytes: Uint8Array): Uint8Array {
  return BOM_BYTES.every((byte, index) => bytes[index] === byte) ? bytes.subarray(BOM_BYTES.length) : bytes;
}

function withLf(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(CR)) return bytes;
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte === CR && bytes[index + 1] === LF) continue;
    out[length] = byte === CR ? LF : byte;
    length += 1;
  }
  return out.subarray(0, length);
}

function withOneFinalNewline(bytes: Uint8Array): Uint8Array {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === LF) length -= 1;
  if (length < bytes.length) return bytes.subarray(0, length + 1);
  const ended = new Uint8Array(length + 1);
  ended.set(bytes);
  ended[length] = LF;
  return ended;
}

/**
 * SHA-256 (hex) of SKILL.md with LF line ends, exactly one final newline and no BOM: what an editor changes
 * by itself is no edit (CONTRACTS 5). Any bytes, valid UTF-8 or not.
 */
export function skillFileHash(bytes: Uint8Array): string {
  return sha256(withOneFinalNewline(withLf(withoutBom(bytes))));
}
