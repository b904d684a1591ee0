import type { OptionSpec } from "./check-options.ts";
import { findNearestWord } from "./find-nearest-word.ts";
import { hasOption, listOperands, type NormalizedArgv } from "./normalize-argv.ts";
import { isLeadingVerb, isPlainVerb, LEADING_VERBS, PLAIN_VERBS, VERBS } from "./verbs.ts";

const COMMAND_WORDS = [...VERBS, ...LEADING_VERBS, ...PLAIN_VERBS];

/**
 * One line on a misspelt command, a missing workspace, or operands missing or too many for `form`
 * (`metis-curate <workspace> pin <skill>`); null when the words fit.
 */
export function describeCommandMistake(
  normalized: NormalizedArgv,
  form: string,
  options: readonly OptionSpec[],
): string | null {
  return (
    describeUnknownCommand(normalized, options) ??
    describeMissingWorkspace(normalized, form) ??
    describeOperandMistake(normalized, form)
  );
}

/** One line on a workspace that is no directory, with the command that may have been meant. */
export function describeMissingDirectory(workspace: string): string {
  if (workspace === "help") return "no directory 'help'; metis-curate --help lists the commands";
  const nearest = findNearestWord(workspace, COMMAND_WORDS);
  if (nearest === null) return `no directory '${workspace}': name the workspace, or . for this one`;
  return `no directory and no command '${workspace}'; did you mean '${nearest}'?`;
}

/** A run takes no operands: the word behind the workspace must have been meant as a command. */
function describeUnknownCommand(normalized: NormalizedArgv, options: readonly OptionSpec[]): string | null {
  const [word] = listOperands(normalized);
  if (normalized.verb !== null || word === undefined) return null;
  const { workspace } = normalized;
  const nearest = findNearestWord(word, VERBS);
  if (nearest !== null) return `unknown command '${word}'; did you mean '${nearest}'?`;
  const first = workspace === null ? null : findNearestWord(workspace, COMMAND_WORDS);
  if (first !== null) return `unknown command '${workspace}'; did you mean '${first}'?`;
  const names = options.flatMap((option) => option.names);
  const option = word.length > 1 ? findNearestWord(`--${word}`, names) : null;
  if (option !== null) return `unknown command '${word}'; did you mean the option '${option}'?`;
  return `unknown command '${word}'; metis-curate --help lists them`;
}

function describeMissingWorkspace(normalized: NormalizedArgv, form: string): string | null {
  if (normalized.verb !== null && isPlainVerb(normalized.verb)) {
    return normalized.workspace === null ? null : `${normalized.verb} takes no workspace: write ${form}`;
  }
  if (normalized.workspace !== null || hasOption(normalized, "--global")) return null;
  if (normalized.verb !== null && isLeadingVerb(normalized.verb)) return null;
  return `no workspace given: write ${form}, or --global for the global library`;
}

function describeOperandMistake(normalized: NormalizedArgv, form: string): string | null {
  const operands = listOperands(normalized);
  const before = normalized.verb === null || isPlainVerb(normalized.verb) ? 2 : 3;
  const wanted = form.split(" ").slice(before);
  const required = wanted.filter((word) => word.startsWith("<"));
  const missing = required[operands.length];
  if (missing !== undefined) return `${normalized.verb} needs ${missing}: write ${form}`;
  const blank = operands.indexOf("");
  if (blank >= 0) return `an empty word stands for ${wanted[blank] ?? "an argument"}: write ${form}`;
  const extra = wanted.includes("...") ? undefined : operands[wanted.length];
  return extra === undefined ? null : `unexpected '${extra}': write ${form}`;
}
