import { excerptOf } from "./excerpt.ts";

/** Returns a text from a stranger on one line in double quotes: nothing hidden, blanks collapsed, cut with `…`. */
export function quoted(text: string, charactersMax: number): string {
  const collapsed = text
    .slice(0, charactersMax * 8)
    .replace(/\s+/g, " ")
    .trim();
  const { text: shown, isCut } = excerptOf(collapsed, charactersMax);
  const wasLonger = isCut || text.length > charactersMax * 8;
  return JSON.stringify(wasLonger ? `${shown}…` : shown);
}
