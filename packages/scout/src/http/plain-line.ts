/** Returns a text from elsewhere as part of one line: blanks collapsed, nothing invisible, cut with `…`. */
export function plainLine(text: string, charactersMax: number): string {
  const line = text
    .slice(0, charactersMax * 8)
    .replace(/\s+/g, " ")
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .trim();
  const characters = [...line];
  return characters.length <= charactersMax ? line : `${characters.slice(0, charactersMax).join("")}…`;
}
