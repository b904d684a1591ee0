import * as v from "valibot";

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})(?:T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:\.(\d{1,9}))?)?(?:Z|[+ ]00:00)?$/;

/**
 * ISO-8601 UTC to microseconds since the Unix epoch. A date alone is its midnight, a time without a zone is
 * UTC (a plus that nobody encoded arrives as a blank), digits below a microsecond are dropped. Other zones, days that no calendar has, times before 1970 and
 * times whose microseconds are no exact number (after 2255) are issues.
 */
export const instantSchema = describedInstant("ISO-8601 UTC");

/** The same with a description of its own, for a parameter. */
export function describedInstant(description: string) {
  return v.pipe(
    v.string(),
    v.regex(INSTANT, "is not ISO-8601 UTC, such as 2026-05-07T00:00:00Z"),
    v.description(description),
    v.transform(toMicroseconds),
    v.number("is not a day of the calendar"),
    v.check((us) => us >= 0 && Number.isSafeInteger(us), "lies outside the years 1970 to 2255"),
  );
}

/** Null when the day does not exist. */
function toMicroseconds(text: string): number | null {
  const [, date = "", time = "00:00:00", fraction = ""] = INSTANT.exec(text) ?? [];
  const ms = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`);
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(date)) return null;
  return ms * 1_000 + Number(fraction.padEnd(6, "0").slice(0, 6));
}

/** `2026-05-07T00:00:00Z`, with six decimals only when there is a fraction of a second. */
export function formatInstantUs(us: number): string {
  const second = new Date(Math.floor(us / 1_000_000) * 1_000).toISOString().slice(0, 19);
  const fraction = ((us % 1_000_000) + 1_000_000) % 1_000_000;
  return fraction === 0 ? `${second}Z` : `${second}.${fraction.toString().padStart(6, "0")}Z`;
}
