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

const FILES: readonly (readonly [path: string, meaning: string])[] = [
  ["<workspace>/.metis/skills/", "Skills of a workspace"],
  ["<workspace>/.metis/skills-archive/", "Its archive"],
  ["<workspace>/.metis/curator/state.json", "Pins, archives, lineage"],
  ["<workspace>/.metis/config.yaml", "Configuration of a workspace, which can only forbid"],
  ["~/.metis/config.yaml", "Configuration"],
  ["~/.metis/metis.db", "Trace"],
  ["~/.metis/curator/", "Lock, unfinished actions, backups, log"],
];

/** The manual page, in the macros of man(7). It has no date and no version, so that it changes only with the commands. */
export function writeManPage(): string {
  return `.\\" Written by bun run docs from the command classes; change those.
.TH METIS\\-CURATE 1 "" "Metis Curator" "User Commands"
.SH NAME
metis\\-curate \\- keep an agent's skill library alive
.SH SYNOPSIS
.B metis\\-curate
.I workspace
.RI [ command ]
.RI [ options ]
.br
.B metis\\-curate \\-\\-global
.RI [ command ]
.RI [ options ]
.SH DESCRIPTION
Archives skills that went stale, merges near\\-duplicates, patches what decayed, and matches tasks to skills.
Nothing is ever deleted, and
.B undo
reverses a run.
Without a command the curator runs once; look at
.B \\-\\-dry\\-run
first.
A directory called like a command is written
.BR ./status .
.SH COMMANDS
${commandsByCategory()
  .map(([category, guides]) => `.SS ${roff(category)}\n${guides.map(writeCommand).join("")}`)
  .join("")}.SH OPTIONS
Every command on a library knows these.
${commonOptions().map(writeOption).join("")}.TP
.B \\-\\-help, \\-h
Say more about a command.
.TP
.B \\-\\-version
Print the version.
.SH EXIT STATUS
${EXIT_CODES.map(([code, meaning]) => tagged(code, meaning)).join("")}.SH ENVIRONMENT
${VARIABLES.map(([name, meaning]) => tagged(name, meaning)).join("")}.SH FILES
${FILES.map(([path, meaning]) => tagged(path, meaning)).join("")}`;
}

function writeCommand(guide: CommandGuide): string {
  const options = ownOptions(guide).map(writeOption).join("");
  const examples = guide.examples.map(
    ([about, line]) => `.PP\n${textLine(about)}:\n.PP\n.nf\n.RS\n${textLine(line)}\n.RE\n.fi\n`,
  );
  return `.PP
.B ${roff(guide.form)}
.RS
${textLine(guide.description)}.
.PP
${textLine(guide.details.replaceAll("`", ""))}
${options}${examples.join("")}.RE
`;
}

function writeOption(option: OptionSpec): string {
  return tagged(optionForm(option), option.description.replaceAll("`", ""));
}

function tagged(term: string, text: string): string {
  return `.TP\n.B ${roff(term)}\n${textLine(text)}\n`;
}

/** Text where a line may not begin with a macro's dot or quote. */
function textLine(text: string): string {
  return roff(text).replace(/^([.'])/, "\\&$1");
}

function roff(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "...");
}
