/** One program with its words, and the files it writes by `>`. */
export interface SimpleCommand {
  readonly words: readonly string[];
  readonly writesTo: readonly string[];
}

/** A longer command line is not looked at further. */
const CHARACTERS_MAX = 100_000;
const COMMANDS_MAX = 1_000;
const HEREDOC = /<<-?\s*(["']?)([A-Za-z_][\w.-]*)\1[^\n]*\n(?:[\s\S]*?\n)?[ \t]*\2(?=\n|$)/g;

/**
 * Splits a command line of a shell into its programs: a reader of what it names, not a shell. Quotes are taken off,
 * here-documents left out, variables and globs stay as they are written.
 */
export function splitCommands(line: string): readonly SimpleCommand[] {
  const text = line.slice(0, CHARACTERS_MAX).replace(HEREDOC, withoutBody);
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let writesTo: string[] = [];
  let isTarget = false;
  const end = () => {
    if (words.length > 0 || writesTo.length > 0) commands.push({ words, writesTo });
    words = [];
    writesTo = [];
    isTarget = false;
  };
  for (const token of tokensOf(text)) {
    if (commands.length >= COMMANDS_MAX) return commands;
    if (token.kind === "end") end();
    else if (token.kind === "write") isTarget = true;
    else if (isTarget) {
      writesTo.push(token.word);
      isTarget = false;
    } else words.push(token.word);
  }
  end();
  return commands;
}

function withoutBody(heredoc: string): string {
  return heredoc.slice(0, heredoc.indexOf("\n"));
}

type Token =
  | { readonly kind: "word"; readonly word: string }
  | { readonly kind: "end" }
  | { readonly kind: "write" };

/** A quoted part, an escaped character, an operator, blanks, or a plain part. */
const PARTS =
  /'([^']*)'?|"((?:[^"\\]|\\[\s\S])*)"?|\\([\s\S])|(\d*>>?\|?|&>>?)(&\d)?|(&&|\|\|?&?|;;?|&|\n|\(|\))|([ \t\r]+)|([^\s'"\\;&|()<>]+|[<>]|[\s\S])/g;

function* tokensOf(text: string): Generator<Token> {
  let word: string | null = null;
  for (const [, single, double, escaped, write, duplicate, end, blanks, plain] of text.matchAll(PARTS)) {
    const part =
      single ??
      (double === undefined ? undefined : double.replace(/\\(["\\$`])/g, "$1")) ??
      (escaped === "\n" ? "" : escaped) ??
      plain;
    if (part !== undefined) {
      word = (word ?? "") + part;
      continue;
    }
    if (word !== null) yield { kind: "word", word };
    word = null;
    if (end !== undefined) yield { kind: "end" };
    else if (write !== undefined && duplicate === undefined) yield { kind: "write" };
    else if (blanks === undefined) continue;
  }
  if (word !== null) yield { kind: "word", word };
}
