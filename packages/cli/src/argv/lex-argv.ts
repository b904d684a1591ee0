/** Options whose value is the next word (or follows `=`); every other option stands alone. */
export const VALUE_OPTIONS: ReadonlySet<string> = new Set([
  "--db-path",
  "--config",
  "--layout",
  "--skills-dir",
  "--model",
  "--trigger",
  "--plan-out",
  "--before",
  "--reason",
  "--limit",
  "--out",
  "--max-bytes",
  "--host",
  "--port",
  "--token",
  "--profile",
  "--top-k",
  "--session",
  "--task",
  "--runtime",
  "--since",
  "--install",
  "--install-service",
]);

/** One or two words of a command line that belong together. */
export type Token =
  | {
      readonly kind: "option";
      readonly name: string;
      /** Null for an option without a value, or whose value is missing. */
      readonly value: string | null;
      readonly words: readonly string[];
    }
  | {
      readonly kind: "operand";
      readonly word: string;
      /** Behind `--`: never read as an option, and as a first operand never as a command. */
      readonly literal: boolean;
      readonly words: readonly string[];
    }
  | { readonly kind: "separator"; readonly words: readonly string[] };

/** Splits a command line into tokens. Their `words`, joined, are exactly the words given. */
export function lexArgv(argv: readonly string[]): readonly Token[] {
  const tokens: Token[] = [];
  let literal = false;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (literal || !isOptionLike(word)) {
      tokens.push({ kind: "operand", word, literal, words: [word] });
      continue;
    }
    if (word === "--") {
      literal = true;
      tokens.push({ kind: "separator", words: [word] });
      continue;
    }
    const token = lexOption(word, argv[at + 1]);
    at += token.words.length - 1;
    tokens.push(token);
  }
  return tokens;
}

function lexOption(word: string, next: string | undefined): Token {
  const equals = word.indexOf("=");
  if (equals > 0) {
    return { kind: "option", name: word.slice(0, equals), value: word.slice(equals + 1), words: [word] };
  }
  if (!VALUE_OPTIONS.has(word) || next === undefined || isOptionLike(next)) {
    return { kind: "option", name: word, value: null, words: [word] };
  }
  return { kind: "option", name: word, value: next, words: [word, next] };
}

function isOptionLike(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}
