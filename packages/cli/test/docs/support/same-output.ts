/** `…` on a line of its own stands for any lines. */
const ANYTHING = "…";

/**
 * A text as it is compared: dates, times, ids, durations and the home directory are placeholders, and where lines break
 * does not count, because they break by the length of a path.
 */
export function normalizeOutput(text: string, home: string): string {
  return text
    .replaceAll(home, "~")
    .replace(/\b01[0-9A-HJKMNP-TV-Z]{24}\b/g, "<id>")
    .replace(/\b\d{8}T\d{6}Z\b/g, "<time>")
    .replace(/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z| UTC))?/g, "<date>")
    .replace(/\bin \d+(?:\.\d+)? m?s\b/g, "in <duration>")
    .replace(/-{2,}/g, (dashes) => dashes)
    .replace(/\s+/g, " ")
    .trim();
}

/** What of `shown` is not in `actual`, in the order shown; null when all of it is. */
export function findDifference(shown: string, actual: string, home: string): string | null {
  const pieces = shown.split(`\n${ANYTHING}\n`).map((piece) => normalizeOutput(piece, home));
  const whole = normalizeOutput(actual, home);
  if (pieces.length === 1) return pieces[0] === whole ? null : `${pieces[0]}\n\nbut it is\n\n${whole}`;
  let from = 0;
  for (const piece of pieces) {
    const at = whole.indexOf(piece, from);
    if (at < 0) return `${piece}\n\nis not in\n\n${whole}`;
    from = at + piece.length;
  }
  return null;
}
