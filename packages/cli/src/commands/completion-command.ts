import { Command, Option, UsageError } from "clipanion";
import { findNearestWord } from "../argv/find-nearest-word.ts";
import { SHELLS, type Shell, writeCompletionScript } from "../completion/index.ts";
import type { CommandContext } from "../context/cli-context.ts";
import { EXIT_DONE } from "./curator-command.ts";

const PLACES: Readonly<Record<Shell, string>> = {
  bash: "~/.local/share/bash-completion/completions/metis-curate",
  zsh: "~/.zfunc/_metis-curate",
  fish: "~/.config/fish/completions/metis-curate.fish",
};

/** `completion <shell>`. */
export class CompletionCommand extends Command<CommandContext> {
  static override paths = [["completion"]];
  static override usage = Command.Usage({
    category: "Help",
    description: "Print the script that lets a shell complete command lines",
    details: `For ${SHELLS.join(", ")}. It completes commands, options, their values and the names of skills, without starting this program. The first lines of the script say where to put it.`,
    examples: [
      [`For bash: save what this prints as ${PLACES.bash}`, "metis-curate completion bash"],
      [`For zsh: as ${PLACES.zsh}`, "metis-curate completion zsh"],
      [`For fish: as ${PLACES.fish}`, "metis-curate completion fish"],
    ],
  });

  readonly shell = Option.String({ name: "shell" });

  override async execute(): Promise<number> {
    const shell = SHELLS.find((known) => known === this.shell);
    if (shell === undefined) throw new UsageError(describeUnknownShell(this.shell));
    this.context.stdout.write(writeCompletionScript(shell, this.context.guides));
    if (this.context.stdoutIsTty) {
      this.context.stderr.write(`Save it: metis-curate completion ${shell} > ${PLACES[shell]}\n`);
    }
    return EXIT_DONE;
  }
}

function describeUnknownShell(typed: string): string {
  const nearest = findNearestWord(typed, SHELLS);
  const advice = nearest === null ? `it is one of ${SHELLS.join(", ")}` : `did you mean '${nearest}'?`;
  return `no completion for the shell '${typed}'; ${advice}`;
}
