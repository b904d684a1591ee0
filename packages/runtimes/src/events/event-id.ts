import { createHash } from "node:crypto";

/** Crockford's Base32. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_DIGITS = 10;
const HASH_DIGITS = 16;
const TIME_MAX_MS = 281_474_976_710_655;
const US_PER_MS = 1_000;

/** What an event is made of; equal parts give an equal id. */
export interface EventIdParts {
  readonly runtime: string;
  readonly sessionId: string;
  readonly key: string;
  readonly type: string;
  readonly atUs: number;
}

/** Returns a ULID with the time of the record and 80 bits of the SHA-256 of what the event stands for. */
export function derivedEventId({ runtime, sessionId, key, type, atUs }: EventIdParts): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([runtime, sessionId, key, type]))
    .digest();
  return encodeTime(atUs) + encodeHash(hash);
}

function encodeTime(atUs: number): string {
  let rest = Math.min(Math.max(Math.floor(atUs / US_PER_MS), 1), TIME_MAX_MS);
  let text = "";
  for (let digit = 0; digit < TIME_DIGITS; digit += 1) {
    text = DIGITS[rest % DIGITS.length] + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}

/** Five bits of every digit. */
function encodeHash(hash: Uint8Array): string {
  let bits = 0n;
  for (const byte of hash.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
  let text = "";
  for (let digit = 0; digit < HASH_DIGITS; digit += 1) {
    text = DIGITS[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text;
}
