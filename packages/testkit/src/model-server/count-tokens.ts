/** How a server counts the tokens of a text. */
export type TokenRule = (text: string) => number;

const PIECES =
  /(?<word>[A-Za-z]+)|(?<digits>[0-9]+)|(?<space>\s+)|(?<cjk>[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])|(?<mark>[!-~])|(?<letters>\p{L}+)|(?<other>.)/gsu;
const WORD_LETTERS = 4;
const DIGITS = 3;
const SPACES = 8;
const LETTER_BYTES = 3;
const SYMBOL_TOKENS_MAX = 3;

/**
 * Counts tokens about as a byte-pair encoder does: four ASCII letters, three digits, one mark or one CJK character
 * to a token, up to three tokens for a symbol such as an emoji. Never more than the UTF-8 bytes of the text.
 */
export const typicalTokens: TokenRule = (text) => {
  let tokens = 0;
  for (const { groups = {} } of text.matchAll(PIECES)) tokens += tokensOfPiece(groups);
  return tokens;
};

/** One token per UTF-8 byte: the most that any byte-level encoder can make of a text. */
export const worstTokens: TokenRule = (text) => Buffer.byteLength(text, "utf8");

function tokensOfPiece(piece: Readonly<Record<string, string | undefined>>): number {
  const { word, digits, space, cjk, mark, letters, other } = piece;
  if (word !== undefined) return Math.ceil(word.length / WORD_LETTERS);
  if (digits !== undefined) return Math.ceil(digits.length / DIGITS);
  if (space !== undefined) return tokensOfSpace(space);
  if (cjk !== undefined || mark !== undefined) return 1;
  if (letters !== undefined) return Math.ceil(Buffer.byteLength(letters, "utf8") / LETTER_BYTES);
  return Math.min(SYMBOL_TOKENS_MAX, Buffer.byteLength(other ?? "", "utf8"));
}

/** One space belongs to the word that follows it. */
function tokensOfSpace(space: string): number {
  return space === " " ? 0 : Math.ceil(space.length / SPACES);
}
