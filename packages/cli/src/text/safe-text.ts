/**
 * Characters that change what a terminal shows besides themselves: controls, bidi marks, invisible format
 * characters and tags, line and paragraph separators, lone surrogates. ZWJ and variation selectors stay:
 * emoji are made of them.
 */
const UNSAFE =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** `text` on one line with nothing in it that a terminal obeys: such characters are shown as `\u{1b}`. */
export function safeText(text: string): string {
  return text.replace(/\r?\n|\t/g, " ").replace(UNSAFE, escapeCharacter);
}

/** Like `safeText` for one line of a file: leading blanks and tabs are kept. */
export function safeLine(line: string): string {
  return line.replace(/\t/g, "    ").replace(UNSAFE, escapeCharacter);
}

/** Like `safeText` for a whole file: its lines are kept. */
export function safeLines(text: string): string {
  return text.split(/\r?\n/).map(safeLine).join("\n");
}

/** JSON of `value`, indented, ASCII escapes for every character a terminal would obey. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map((line) => line.replace(UNSAFE, escapeUnits))
    .join("\n");
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function escapeUnits(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
    .join("");
}
