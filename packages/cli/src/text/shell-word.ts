/** `word` as a POSIX shell reads it back: quoted only when it has to be. */
export function shellWord(word: string): string {
  if (/^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
