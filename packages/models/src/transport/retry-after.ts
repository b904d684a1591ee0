/** Returns the wait that a provider asks for in ms, rounded up; null when it asks for none or not readably. */
export function parseRetryAfter(headers: Headers, nowMs: number): number | null {
  const exact = parseCount(headers.get("retry-after-ms"));
  if (exact !== null) return Math.ceil(exact);
  const value = headers.get("retry-after");
  if (value === null) return null;
  const seconds = parseCount(value);
  if (seconds !== null) return Math.ceil(seconds * 1_000);
  const date = /^[A-Za-z]/.test(value.trim()) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

function parseCount(value: string | null): number | null {
  if (value === null || !/^\s*\d{1,12}(?:\.\d{1,12})?\s*$/.test(value)) return null;
  return Number(value);
}
