/** Bidirectional controls, tags and marks of no width: text that only an agent reads. Emoji need none of them. */
const HIDDEN =
  /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** The distinct characters of a text that nobody sees. */
export function findHiddenCharacters(text: string): ReadonlySet<string> {
  return new Set(text.match(HIDDEN) ?? []);
}
