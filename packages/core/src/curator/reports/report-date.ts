import { isoFromUs } from "../../trace/index.ts";

/** The last second of the year 9999: what four digits can write. */
const LATEST_US = 253_402_300_799_000_000;

/** Returns a time as ISO-8601, null when a configured interval carries it beyond the year 9999. */
export function findIsoDate(atUs: number): string | null {
  return atUs <= LATEST_US ? isoFromUs(atUs) : null;
}
