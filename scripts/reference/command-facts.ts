import { LAYOUT_ROWS } from "@metis-curate/runtimes";
import type { OptionSpec } from "../../packages/cli/src/argv/check-options.ts";
import {
  type CommandGuide,
  createParser,
  isCommonOption,
  listCommandGuides,
} from "../../packages/cli/src/help/command-guide.ts";

export type { CommandGuide, OptionSpec };

/** Every command of the program, from its classes. */
export function commandGuides(): readonly CommandGuide[] {
  return listCommandGuides(createParser());
}

/** The categories in the order of the help, each with its commands. */
export function commandsByCategory(): readonly (readonly [string, readonly CommandGuide[]])[] {
  const guides = commandGuides();
  return [...new Set(guides.map(({ category }) => category))].map(
    (category) => [category, guides.filter((guide) => guide.category === category)] as const,
  );
}

/** What only this command knows. */
export function ownOptions(guide: CommandGuide): readonly OptionSpec[] {
  return guide.options.filter((option) => !isCommonOption(option));
}

/** What every command on a library knows. */
export function commonOptions(): readonly OptionSpec[] {
  const [first] = commandGuides();
  return (first?.options ?? []).filter(isCommonOption);
}

/** `--model <model>`. */
export function optionForm({ names, takesValue }: OptionSpec): string {
  const last = (names.at(-1) ?? "").replace(/^-+/, "");
  return `${names.join(", ")}${takesValue ? ` <${last}>` : ""}`;
}

export const EXIT_CODES: readonly (readonly [code: string, meaning: string])[] = [
  ["0", "done, also when there was nothing to do"],
  ["1", "an action failed, or every model call did"],
  ["2", "wrong usage or configuration"],
  ["3", "refused: disabled, paused, locked, no trace"],
  ["130", "interrupted; the action at hand was finished and recorded"],
];

export const VARIABLES: readonly (readonly [name: string, meaning: string])[] = [
  ["ANTHROPIC_API_KEY", "Key for models called anthropic:<model>"],
  ["OPENAI_API_KEY", "Key for models called openai:<model>"],
  ["OPENAI_COMPATIBLE_API_KEY", "Key for openai-compatible:<model>, where its server asks for one"],
  ["METIS_CURATE_TOKEN", "Token that requests to serve and mcp --http must send"],
  ["GITHUB_TOKEN", "Token that scout sends to GitHub, for more requests in an hour"],
  ["METIS_DEBUG", "Log everything to stderr, and show where a bug is"],
  ["NO_COLOR", "Never write colours"],
  ["FORCE_COLOR", "Write colours without a terminal too"],
  ...movedBy(),
];

/** Variables of agents that move their skills, and so what a layout means for the global library. */
function movedBy(): readonly (readonly [name: string, meaning: string])[] {
  const names = new Set(LAYOUT_ROWS.flatMap(({ overrides }) => overrides.map(({ variable }) => variable)));
  return [...names].map((name) => {
    const moved = LAYOUT_ROWS.filter(({ overrides }) => overrides.some(({ variable }) => variable === name));
    return [
      name,
      `Moves the global library of --layout ${moved.map(({ layout }) => layout.name).join(", ")}`,
    ];
  });
}
