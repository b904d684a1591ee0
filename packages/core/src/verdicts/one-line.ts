/** Text from a stranger as part of one line: blanks collapsed, controls dropped, cut after `charactersMax`. */
export function oneLine(text: string, charactersMax = 120): string {
  const line = text
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();
  const characters = [...line.slice(0, charactersMax * 2)];
  if (characters.length <= charactersMax && line.length <= charactersMax * 2) return line;
  return `${characters.slice(0, charactersMax).join("")}…`;
}
