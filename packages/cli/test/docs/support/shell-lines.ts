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
  const written = text
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => withoutComment(line).trim())
    .filter((line) => line !== "");
  const lines: ShellLine[] = [];
  for (let at = 0; at < written.length; at += 1) {
    let line = written[at] ?? "";
    let words = wordsOf(line);
    while (words === null && !isComplete(line) && at + 1 < written.length) {
      at += 1;
      line = `${line}\n${written[at]}`;
    }
    if (line.includes("\n")) words = null;
    lines.push({ text: line, words });
  }
  return lines;
}

/** Whether bash would run it as it stands; a quote or a loop that is open goes on in the next line. */
function isComplete(line: string): boolean {
  return Bun.spawnSync(["bash", "-n", "-c", line], { stderr: "ignore" }).exitCode === 0;
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
