const DAY_MS = 86_400_000;

/** `today`, `3 d ago` (full days of 24 hours), `in 2 d` (rounded), or `never` for null. */
export function formatRelativeDays(iso: string | null, nowMs: number): string {
  if (iso === null) return "never";
  const thenMs = Date.parse(iso);
  if (Number.isNaN(thenMs)) return iso;
  const days = Math.abs(nowMs - thenMs) / DAY_MS;
  if (days < 1) return "today";
  return thenMs < nowMs ? `${Math.floor(days)} d ago` : `in ${Math.round(days)} d`;
}

/** `2026-11-30 14:02`, UTC, or `never` for null. */
export function formatInstant(iso: string | null): string {
  if (iso === null) return "never";
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? iso : new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

/** `text` with every full UTC instant in it cut to the minute: `2026-11-30 14:02 UTC`. */
export function shortenInstants(text: string): string {
  return text.replace(
    /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g,
    (instant) => `${formatInstant(instant)} UTC`,
  );
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?(Z|[+-]\d{2}:\d{2})?$/;

/** ISO-8601 to a UTC instant in the form `…Z`; without a zone it is UTC. Null when it is no such time. */
export function parseInstant(text: string): string | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, date = "", time = "00:00", zone = "Z"] = match;
  if (!isCalendarDate(date)) return null;
  const ms = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

function isCalendarDate(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}

/** `850 ms`, `12.3 s`, `4 min 5 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  if (durationMs < 60_000) return `${(durationMs / 1_000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
