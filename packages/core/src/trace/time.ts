const US_PER_MS = 1000;
const US_PER_SECOND = 1_000_000;
const US_PER_MINUTE = 60 * US_PER_SECOND;
const US_PER_DAY = 86_400 * US_PER_SECOND;

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Returns the ISO-8601 UTC text of a time in microseconds, with a fraction only when there is one
 * (three digits, or six); `usFromIso` reads the same time back.
 */
export function isoFromUs(us: number): string {
  const whole = Math.trunc(us);
  const seconds = Math.floor(whole / US_PER_SECOND);
  const fractionUs = whole - seconds * US_PER_SECOND;
  const date = new Date(seconds * 1000).toISOString().slice(0, -".000Z".length);
  return `${date}${formatFraction(fractionUs)}Z`;
}

/**
 * Returns the microseconds of an ISO-8601 date or time, null for anything else (a 30th of February too).
 * A text without a zone is UTC, so daylight saving never moves it; digits beyond microseconds are cut.
 */
export function usFromIso(text: string): number | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"] = match;
  const dayUs = dayStartUs(Number(year), Number(month), Number(day));
  const offsetUs = zoneOffsetUs(zone);
  if (dayUs === null || offsetUs === null) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const secondOfDay = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return dayUs + secondOfDay * US_PER_SECOND + Number(fraction.padEnd(6, "0").slice(0, 6)) - offsetUs;
}

/** Whole days of 86,400 s from one time to another, in microseconds; never negative (CONTRACTS 6.1). */
export function wholeDays(fromUs: number, untilUs: number): number {
  return Math.max(0, Math.floor((untilUs - fromUs) / US_PER_DAY));
}

/** `YYYYMMDDTHHMMSSZ` of a time in microseconds, the fraction cut: the stamp in archive ids (CONTRACTS 7.1). */
export function basicIsoFromUs(us: number): string {
  return `${isoFromUs(us).slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function formatFraction(fractionUs: number): string {
  if (fractionUs === 0) return "";
  const digits = String(fractionUs).padStart(6, "0");
  return digits.endsWith("000") ? `.${digits.slice(0, 3)}` : `.${digits}`;
}

function dayStartUs(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.getTime() * US_PER_MS;
}

function zoneOffsetUs(zone: string): number | null {
  if (zone.toUpperCase() === "Z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(":", "") || "0");
  if (hours > 23 || minutes > 59) return null;
  const sign = zone.startsWith("-") ? -1 : 1;
  return sign * (hours * 60 + minutes) * US_PER_MINUTE;
}
