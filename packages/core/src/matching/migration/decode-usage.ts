import { usFromIso } from "../../trace/time.ts";

/** Largest `.usage.json` that is read. */
export const USAGE_BYTES_MAX = 8_388_608;
const RECORDS_MAX = 10_000;

/** When another program last saw a skill in use. */
export interface UsageRecord {
  readonly skill: string;
  readonly lastUsedAtUs: number;
}

const TIMES = [
  "last_used_at",
  "last_viewed_at",
  "last_patched_at",
  "last_used",
  "lastUsed",
  "lastUsedAt",
] as const;

/**
 * Returns the dated records of a `.usage.json`: a mapping of skill names to records, bare or under `skills`. Null when it
 * is no such document; a record without a time that can be read is left out. Never throws.
 */
export function decodeUsage(text: string): readonly UsageRecord[] | null {
  const document = parseMapping(text);
  if (document === null) return null;
  const inner = document["skills"];
  const records = isMapping(inner) ? inner : document;
  return Object.entries(records)
    .slice(0, RECORDS_MAX)
    .flatMap(([name, record]) => {
      const lastUsedAtUs = isMapping(record) ? latestUs(record) : null;
      return lastUsedAtUs === null ? [] : [{ skill: name.normalize("NFC"), lastUsedAtUs }];
    });
}

function latestUs(record: Readonly<Record<string, unknown>>): number | null {
  const times = TIMES.flatMap((key) => timeUs(record[key]) ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

/** ISO-8601 text, or seconds since the epoch. */
function timeUs(value: unknown): number | null {
  if (typeof value === "string") return usFromIso(value);
  return typeof value === "number" && value > 0 && value < 1e11 ? Math.round(value * 1e6) : null;
}

function parseMapping(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isMapping(value) ? value : null;
  } catch {
    return null;
  }
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
