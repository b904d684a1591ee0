import { Cli } from "clipanion";
import type { OptionSpec } from "../argv/check-options.ts";
import { isLeadingVerb, isPlainVerb } from "../argv/verbs.ts";
import { COMMANDS } from "../commands/index.ts";
import { RUN_PATH } from "../commands/run-command.ts";
import type { CommandContext } from "../context/cli-context.ts";

export const PROGRAM = "metis-curate";

/** What one command says about itself. */
export interface CommandGuide {
  /** Null for the run, which has no word of its own. */
  readonly verb: string | null;
  readonly category: string;
  /** As a person types it: `metis-curate <workspace> pin <skill>`. */
  readonly form: string;
  readonly description: string;
  readonly details: string;
  readonly examples: readonly (readonly [string, string])[];
  /** Its own first, then those of every command. */
  readonly options: readonly OptionSpec[];
}

/** The parser of all commands; their word comes first (see `normalizeArgv`). */
export function createParser(): Cli<CommandContext> {
  return Cli.from<CommandContext>([...COMMANDS], { binaryName: PROGRAM });
}

/** The guides of all commands, in the order of the help. */
export function listCommandGuides(parser: Cli<CommandContext>): readonly CommandGuide[] {
  const definitions = new Map(parser.definitions().map((definition) => [definition.path, definition]));
  return COMMANDS.map((command) => {
    const path = command.paths?.[0]?.[0] ?? RUN_PATH;
    const definition = definitions.get(`${PROGRAM} ${path}`);
    const verb = path === RUN_PATH ? null : path;
    const operands = (definition?.usage ?? "").slice(`${PROGRAM} ${path}`.length).trim();
    return {
      verb,
      category: command.usage?.category ?? "",
      form: formOf(verb, operands),
      description: command.usage?.description ?? "",
      details: command.usage?.details ?? "",
      examples: command.usage?.examples ?? [],
      options: ownFirst((definition?.options ?? []).map(toOptionSpec)),
    };
  });
}

function formOf(verb: string | null, operands: string): string {
  return [PROGRAM, ...placeOf(verb), operands].filter((word) => word !== "").join(" ");
}

function placeOf(verb: string | null): readonly string[] {
  if (verb === null) return ["<workspace>"];
  if (isPlainVerb(verb)) return [verb];
  return isLeadingVerb(verb) ? [verb, "[<workspace>]"] : ["<workspace>", verb];
}

const COMMON_OPTIONS: ReadonlySet<string> = new Set([
  "--global",
  "--json",
  "--db-path",
  "--config",
  "--layout",
  "--skills-dir",
]);

function ownFirst(options: readonly OptionSpec[]): readonly OptionSpec[] {
  return [...options.filter((option) => !isCommonOption(option)), ...options.filter(isCommonOption)];
}

/** Whether every command on a library knows an option. */
export function isCommonOption({ names }: OptionSpec): boolean {
  return names.some((name) => COMMON_OPTIONS.has(name));
}

function toOptionSpec(option: { readonly definition: string; readonly description?: string }): OptionSpec {
  const [names = "", ...values] = option.definition.split(" ");
  return {
    names: names.split(","),
    takesValue: values.length > 0,
    description: option.description ?? "",
  };
}
