/** One command line of a block, without its comment. */
export interface ShellLine {
  readonly text: string;
  /** The words behind the program's name, where the line is a plain call of ours; else null, and a shell runs it. */
  readonly words: readonly string[] | null;
}

const OURS =
  /^(?:bunx metis-curate|npx metis-curate|npx -y metis-curate|bun run metis-curate|metis-curate)(?= |$)/;
const WORD = /"([^"$`\\]*)"|'([^']*)'|((?:[^\s"'\\]|\\.)+)/g;

/** The command lines of a block; lines that end with a backslash go on, lines of comments are left out. */
export function readShellLines(text: string): readonly ShellLine[] {
  return text
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => withoutComment(line).trim())
    .filter((line) => line !== "")
    .map((line) => ({ text: line, words: wordsOf(line) }));
}

function withoutComment(line: string): string {
  return line.replace(/(^|\s)#(?=\s|$)(?:[^"']|"[^"]*"|'[^']*')*$/, "");
}

function wordsOf(line: string): readonly string[] | null {
  const [called] = OURS.exec(line) ?? [];
  if (called === undefined) return null;
  const rest = line.slice(called.length);
  if (/[|&;<>$`*?(){}]/.test(rest.replace(/"[^"$`]*"|'[^']*'/g, ""))) return null;
  return [...rest.matchAll(WORD)].map(
    (match) => match[1] ?? match[2] ?? (match[3] ?? "").replace(/\\(.)/g, "$1"),
  );
}
