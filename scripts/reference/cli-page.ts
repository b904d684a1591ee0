import {
  type CommandGuide,
  commandsByCategory,
  commonOptions,
  EXIT_CODES,
  type OptionSpec,
  optionForm,
  ownOptions,
  VARIABLES,
} from "./command-facts.ts";
import { code, markdownTable, plain } from "./markdown.ts";

/** The reference of the command line: the generated part of `docs/cli.md`. */
export function writeCliPage(): string {
  const categories = commandsByCategory();
  return `## Every command

${markdownTable(
  ["command", "what it does"],
  categories.flatMap(([, guides]) =>
    guides.map((guide) => [`[${code(guide.form)}](#${anchorOf(guide)})`, guide.description]),
  ),
)}
## Options of every command

${optionTable(commonOptions())}
Every command knows \`--help\`; \`metis-curate --version\` prints the version.

## Exit codes

${markdownTable(["code", "meaning"], EXIT_CODES)}
## Environment

${markdownTable(
  ["variable", "meaning"],
  VARIABLES.map(([name, meaning]) => [code(name), plain(meaning)]),
)}
${categories.map(([category, guides]) => `## ${category}\n\n${guides.map(writeCommand).join("\n")}`).join("\n")}`;
}

function writeCommand(guide: CommandGuide): string {
  const options = ownOptions(guide);
  return `### ${titleOf(guide)}

${guide.description}.

\`\`\`sh
# ${guide.form}${guide.options.length === 0 ? "" : " [options]"}
${guide.examples.map(([description, line]) => `\n# ${description}\n${line}`).join("\n")}
\`\`\`

${plain(guide.details)}
${options.length === 0 ? "" : `\n${optionTable(options)}`}`;
}

function titleOf({ verb }: CommandGuide): string {
  return verb ?? "run";
}

function anchorOf(guide: CommandGuide): string {
  return titleOf(guide);
}

function optionTable(options: readonly OptionSpec[]): string {
  return markdownTable(
    ["option", "meaning"],
    options.map((option) => [code(optionForm(option)), plain(option.description)]),
  );
}
