/**
 * Characters that a reader cannot see or that reorder what stands beside them: controls but tab and newline, bidi
 * marks, invisible format characters and tags, line and paragraph separators. ZWJ and variation selectors stay:
 * emoji are made of them.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]/gu;

/**
 * Returns `text` with every hidden character written out, as `⟨U+202E⟩`; CRLF becomes a newline and a lone
 * surrogate U+FFFD. What is returned is still to be escaped for HTML.
 */
export function visibleText(text: string): string {
  return text.toWellFormed().replaceAll("\r\n", "\n").replace(HIDDEN, nameOf);
}

/** Like `visibleText`, on one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim();
}

function nameOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `⟨U+${code.padStart(4, "0")}⟩`;
}
