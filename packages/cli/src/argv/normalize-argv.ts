import { lexArgv, type Token } from "./lex-argv.ts";
import { isCommandWord, isLeadingVerb } from "./verbs.ts";

/** A command line with the words that clipanion cannot place taken out of it. */
export interface NormalizedArgv {
  /** Command word as typed; null for a run. May be a reserved word. */
  readonly verb: string | null;
  readonly workspace: string | null;
  /** Everything else, in the order typed. */
  readonly rest: readonly Token[];
}

/**
 * Takes the workspace and the command word out of `<workspace> pin <skill> --options`, wherever the options
 * stand. The first operand is a command when it is called like one (a directory of that name is written
 * `./serve`), else the workspace, and then the second may be the command. Behind `serve` the workspace may follow.
 * No word is lost or invented.
 */
export function normalizeArgv(argv: readonly string[]): NormalizedArgv {
  const tokens = lexArgv(argv);
  const operands = tokens.filter((token) => token.kind === "operand");
  const [first, second] = operands;
  if (first === undefined) return { verb: null, workspace: null, rest: tokens };
  if (!first.literal && isLeadingVerb(first.word)) {
    const rest = tokens.filter((token) => token !== first && token !== second);
    return { verb: first.word, workspace: second?.word ?? null, rest };
  }
  if (!first.literal && isCommandWord(first.word)) {
    return { verb: first.word, workspace: null, rest: tokens.filter((token) => token !== first) };
  }
  if (second === undefined || second.literal !== first.literal || !isCommandWord(second.word)) {
    return { verb: null, workspace: first.word, rest: tokens.filter((token) => token !== first) };
  }
  return {
    verb: second.word,
    workspace: first.word,
    rest: tokens.filter((token) => token !== first && token !== second),
  };
}

/** The words for clipanion: the command first, then everything that is not the workspace. */
export function formatNormalizedArgv(normalized: NormalizedArgv): string[] {
  const verb = normalized.verb === null ? [] : [normalized.verb];
  return [...verb, ...normalized.rest.flatMap((token) => token.words)];
}

/** True when the option was given, with or without a value. */
export function hasOption(normalized: NormalizedArgv, ...names: readonly string[]): boolean {
  return normalized.rest.some((token) => token.kind === "option" && names.includes(token.name));
}

/** Words that are neither options, workspace nor command. */
export function listOperands(normalized: NormalizedArgv): readonly string[] {
  return normalized.rest.flatMap((token) => (token.kind === "operand" ? [token.word] : []));
}
