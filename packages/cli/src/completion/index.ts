import type { CommandGuide } from "../help/command-guide.ts";
import { writeBashScript } from "./bash-script.ts";
import { buildCompletionModel } from "./completion-model.ts";
import type { Shell } from "./completion-values.ts";
import { writeFishScript } from "./fish-script.ts";
import { writeZshScript } from "./zsh-script.ts";

export { SHELLS, type Shell } from "./completion-values.ts";

/** Returns the script that completes the command lines described by `guides` in one shell. */
export function writeCompletionScript(shell: Shell, guides: readonly CommandGuide[]): string {
  const model = buildCompletionModel(guides);
  switch (shell) {
    case "bash":
      return writeBashScript(model);
    case "zsh":
      return writeZshScript(model);
    case "fish":
      return writeFishScript(model);
  }
}
