import { findNearestWord } from "./find-nearest-word.ts";
import type { Token } from "./lex-argv.ts";

/** One option of a command. */
export interface OptionSpec {
  readonly names: readonly string[];
  readonly takesValue: boolean;
  readonly description: string;
}

/** One line on the first option that is unknown, lacks its value, has one too many or is repeated; else null. */
export function findOptionMistake(rest: readonly Token[], specs: readonly OptionSpec[]): string | null {
  const seen = new Map<string, string>();
  for (const token of rest) {
    if (token.kind !== "option") continue;
    const spec = specs.find((candidate) => candidate.names.includes(token.name));
    if (spec === undefined) return describeUnknown(token.name, specs);
    if (spec.takesValue && (token.value === null || token.value === "")) return `${token.name} needs a value`;
    if (!spec.takesValue && token.value !== null) return `${token.name} takes no value`;
    if (token.value === null) continue;
    if (seen.has(token.name) && seen.get(token.name) !== token.value) {
      return `${token.name} is given twice, with different values`;
    }
    seen.set(token.name, token.value);
  }
  return null;
}

/**
 * One line on an unknown option that a word follows: that word was meant as its value, so it is no word too many; else
 * null.
 */
export function findUnknownValueOption(rest: readonly Token[], specs: readonly OptionSpec[]): string | null {
  for (const [at, token] of rest.entries()) {
    if (token.kind !== "option" || token.value !== null || rest[at + 1]?.kind !== "operand") continue;
    if (!specs.some(({ names }) => names.includes(token.name))) return describeUnknown(token.name, specs);
  }
  return null;
}

function describeUnknown(name: string, specs: readonly OptionSpec[]): string {
  const nearest = findNearestWord(
    name,
    specs.flatMap((spec) => spec.names),
  );
  return nearest === null
    ? `unknown option '${name}'`
    : `unknown option '${name}'; did you mean '${nearest}'?`;
}
