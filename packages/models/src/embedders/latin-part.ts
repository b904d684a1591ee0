const LATIN = /\p{Script=Latin}/gu;
const OTHER = /[\p{L}--\p{Script=Latin}]/gv;
/** A letter of another script with its marks, and symbols such as emoji. */
const UNREADABLE = /(?:\s*[[\p{L}\p{M}\p{So}]--[\p{Script=Latin}\u0300-\u036F]]+\s*)+/gv;
const LATIN_SHARE_MIN = 0.5;

/**
 * Returns what a model of a Latin-script language can read of a text; null when less than half of its letters are Latin,
 * or none is.
 */
export function latinPart(text: string): string | null {
  const latin = text.match(LATIN)?.length ?? 0;
  const other = text.match(OTHER)?.length ?? 0;
  if (latin === 0 || latin < (latin + other) * LATIN_SHARE_MIN) return null;
  return text.replace(UNREADABLE, " ").trim();
}
