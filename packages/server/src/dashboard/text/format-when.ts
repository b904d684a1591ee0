const DAY_MS = 86_400_000;

/** `2026-11-30 14:02 UTC`; the text itself when it is no time. */
export function formatInstantUtc(iso: string): string {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? iso : `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** `2026-11-30`; the text itself when it is no time. */
export function formatDayUtc(iso: string): string {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? iso : new Date(ms).toISOString().slice(0, 10);
}

/** `today`, `3 days ago` (full days of 24 hours), `in 2 days` (rounded); empty when it is no time. */
export function formatDistance(iso: string, nowMs: number): string {
  const thenMs = Date.parse(iso);
  if (Number.isNaN(thenMs)) return "";
  const days = Math.abs(nowMs - thenMs) / DAY_MS;
  if (days < 1) return thenMs <= nowMs ? "today" : "within a day";
  const whole = thenMs < nowMs ? Math.floor(days) : Math.round(days);
  const text = `${whole} ${whole === 1 ? "day" : "days"}`;
  return thenMs < nowMs ? `${text} ago` : `in ${text}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** `30 Nov` of `2026-11-30`; any other label as it is. */
export function formatAxisLabel(label: string): string {
  const [, month, day] = /^\d{4}-(\d{2})-(\d{2})$/.exec(label) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? label : `${Number(day)} ${name}`;
}
