/** One line with its own end: `\n`, `\r\n`, `\r`, or nothing for a last line without one. */
export interface TextLine {
  readonly text: string;
  readonly end: string;
}

/** Splits a text into its lines; `joinLines` gives the same text back. An empty text has no lines. */
export function splitLines(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  for (const match of text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    const [whole, content = "", end = ""] = match;
    if (whole !== "") lines.push({ text: content, end });
  }
  return lines;
}

export function joinLines(lines: readonly TextLine[]): string {
  return lines.map((line) => line.text + line.end).join("");
}

/** The line end most lines have; `\n` for a text without any. */
export function dominantLineEnd(lines: readonly TextLine[]): string {
  const counts = new Map<string, number>();
  for (const { end } of lines) if (end !== "") counts.set(end, (counts.get(end) ?? 0) + 1);
  let best = "\n";
  let most = 0;
  for (const [end, count] of counts) {
    if (count > most) {
      best = end;
      most = count;
    }
  }
  return best;
}
