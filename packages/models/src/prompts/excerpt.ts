import { visibleText } from "./visible-text.ts";

/** Most of a body that a confirmation shows, in code points (CONTRACTS 8.1). */
export const EXCERPT_CHARACTERS_MAX = 500;

/** UTF-16 units that are looked at for one shown code point: a pair, or two line-end characters. */
const UNITS_PER_CHARACTER = 4;

/** A mark that means something only as a whole: a secret's placeholder or a made-visible character. */
const WHOLE_MARK = /^(?:⟦[^⟦⟧\n]{0,220}⟧|⟨U\+[0-9A-F]{4,6}⟩)/u;

export interface Excerpt {
  readonly text: string;
  /** Something of the whole text is not in `text`. */
  readonly isCut: boolean;
}

/**
 * Returns the beginning of a text as `visibleText` shows it, at most `charactersMax` code points. Neither a surrogate
 * pair nor a mark such as `⟦secret:1a2b3c4d:1⟧` is cut in two: such a mark is left out.
 */
export function excerptOf(text: string, charactersMax: number = EXCERPT_CHARACTERS_MAX): Excerpt {
  const unitsMax = charactersMax * UNITS_PER_CHARACTER + UNITS_PER_CHARACTER;
  const window = wholePairs(text.slice(0, unitsMax));
  const shown = visibleText(window);
  const characters = [...shown];
  if (characters.length <= charactersMax) return { text: shown, isCut: window.length < text.length };
  const head = characters.slice(0, charactersMax).join("");
  return { text: head.slice(0, endOfWhole(shown, head.length)), isCut: true };
}

/** The window may end within a pair that the text has whole. */
function wholePairs(text: string): string {
  const shorter = text.slice(0, -1);
  return !text.isWellFormed() && shorter.isWellFormed() ? shorter : text;
}

/** Where to cut so that no mark is cut: before the one that reaches over `end`. */
function endOfWhole(text: string, end: number): number {
  const starts = ["⟦", "⟨"].map((opener) => text.lastIndexOf(opener, end - 1));
  return Math.min(end, ...starts.filter((start) => start >= 0 && reachesOver(text, start, end)));
}

function reachesOver(text: string, start: number, end: number): boolean {
  const [mark] = WHOLE_MARK.exec(text.slice(start)) ?? [];
  return mark !== undefined && start + mark.length > end;
}
