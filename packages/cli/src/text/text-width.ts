import stringWidth from "string-width";

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Columns that `text` (no control characters, no colour codes) takes on a terminal. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

/**
 * `text` broken into lines of at most `width` columns: between words, inside a word only when it is longer
 * than a line, never inside a grapheme. One grapheme wider than `width` takes a line of its own.
 */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (textWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = breakWord(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  if (line !== "" || lines.length === 0) lines.push(line);
  return lines;
}

function breakWord(word: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of GRAPHEMES.segment(word)) {
    if (piece !== "" && textWidth(piece + segment) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}
