import type { SecretSpan } from "@metis-curate/core";

const TOKEN_CHARACTER = /[A-Za-z0-9_+/=~.-]/;
const ASSIGNED = /^[\w.-]{1,64}["']?\s{0,8}(?:=>|:=|[=:])\s{0,8}["']?(?=[A-Za-z0-9+/]{20})/;

/**
 * Widens a span to the token it lies in and then drops the name of what it is assigned to. Some rules report the
 * start of the name with the length of the value, so that the end of the secret would stay outside.
 */
export function toWholeToken(text: string, span: SecretSpan): SecretSpan {
  let { start, end } = span;
  while (end < text.length && TOKEN_CHARACTER.test(text.charAt(end))) end += 1;
  while (start > 0 && TOKEN_CHARACTER.test(text.charAt(start - 1))) start -= 1;
  const name = ASSIGNED.exec(text.slice(start, end))?.[0] ?? "";
  return { start: start + name.length, end, kind: span.kind };
}
