const KIBIBYTE = 1_024;
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;
const MS_PER_SECOND = 1_000;
const SECONDS_PER_MINUTE = 60;

/** `12,345`. */
export function formatInteger(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 skill`, `2 skills`, `1,200 skills`. */
export function formatCountOf(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatInteger(value)} ${value === 1 ? noun : plural}`;
}

/** `42 %` of a share 0..1. */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** `0 B`, `4.2 KiB`. */
export function formatByteSize(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= KIBIBYTE && unit < UNITS.length - 1) {
    amount /= KIBIBYTE;
    unit += 1;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
}

/** `340 ms`, `4.2 s`, `3 min 05 s`. */
export function formatDuration(ms: number): string {
  if (ms < MS_PER_SECOND) return `${Math.round(ms)} ms`;
  const seconds = ms / MS_PER_SECOND;
  if (seconds < SECONDS_PER_MINUTE) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const rest = (whole % SECONDS_PER_MINUTE).toString().padStart(2, "0");
  return `${Math.floor(whole / SECONDS_PER_MINUTE)} min ${rest} s`;
}
