import { randomBytes } from "node:crypto";
import { type Clock, createIdSource, type IdSource } from "@metis-curate/core";

const UINT32_RANGE = 2 ** 32;

/** Returns a number from 0 up to, not including, 1 from the system's random source: ids of machines never meet. */
function secureRandom(): number {
  return randomBytes(4).readUInt32BE() / UINT32_RANGE;
}

/** Returns the ids of this process: ULIDs stamped by `clock`, strictly increasing. */
export function systemIds(clock: Clock): IdSource {
  return createIdSource(clock, secureRandom);
}
