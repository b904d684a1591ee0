/** Control, format and bidi characters, lone surrogates, line separators, blank letters and variation selectors. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const PICTOGRAPH = /\p{Extended_Pictographic}/u;
const BEFORE_EMOJI_JOINER = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\p{Variation_Selector}/u;
const EMOJI_BASE = /[\p{Emoji}\p{Extended_Pictographic}]/u;
/** Scripts that write with joiners. */
const JOINING_SCRIPT =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}]/u;

/**
 * Returns a text in which nothing is hidden: line ends are `\n`, and a character that a reader cannot see stands as
 * `⟨U+202E⟩`. Tabs, and joiners where a script or an emoji needs them, stay.
 */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, (character: string, offset: number, whole: string) =>
      isPlain(character, offset, whole) ? character : mark(character),
    );
}

function isPlain(character: string, offset: number, whole: string): boolean {
  if (character === "\n" || character === "\t") return true;
  const before = characterBefore(whole, offset);
  switch (character) {
    case "\uFE0E":
    case "\uFE0F":
      return EMOJI_BASE.test(before);
    case "\u200C":
    case "\u200D": {
      const after = String.fromCodePoint(whole.codePointAt(offset + 1) ?? 0);
      if (JOINING_SCRIPT.test(before) && JOINING_SCRIPT.test(after)) return true;
      return character === "\u200D" && BEFORE_EMOJI_JOINER.test(before) && PICTOGRAPH.test(after);
    }
    default:
      return false;
  }
}

function characterBefore(text: string, offset: number): string {
  return [...text.slice(Math.max(0, offset - 2), offset)].at(-1) ?? "";
}

function mark(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `⟨U+${code.padStart(4, "0")}⟩`;
}
