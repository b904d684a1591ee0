const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** `0 B`, `4.2 KiB`, … */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1_024 && unit < UNITS.length - 1) {
    amount /= 1_024;
    unit += 1;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
}
