/**
 * The text without the characters of `set` at its end. Linear: `/[set]+$/` looks at every run of them in the
 * text again and again, which a stranger's file can make last for hours.
 */
export function trimEndOf(text: string, set: string): string {
  let end = text.length;
  while (end > 0 && set.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
