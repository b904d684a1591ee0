import { createHash } from "node:crypto";
import { encodeTime } from "ulid";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_DIGITS = 10;
const HASH_BYTES = 16;

/** Returns the ULID of a record of another program: the same record has the same id, so importing twice adds nothing. */
export function derivedEventId(atUs: number, source: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(source), "utf8").digest();
  const tail = [...hash.subarray(0, HASH_BYTES)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return `${encodeTime(Math.max(1, Math.floor(atUs / 1000)), TIME_DIGITS)}${tail}`;
}
