import { BASE_PRICES, FEEDBACK_OUTCOMES } from "@metis-curate/core";
import { RUNTIME_NAMES } from "@metis-curate/runtimes";

/** The shells there is a script for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** What may stand in one place of a command line. */
export type CompletionValues =
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** Names of skills, read from the library by the shell itself. */
  | { readonly kind: "skills" }
  /** Names and ids of what lies in the archive. */
  | { readonly kind: "archives" }
  | { readonly kind: "files" }
  | { readonly kind: "directories" };

const FILES: CompletionValues = { kind: "files" };
const DIRECTORIES: CompletionValues = { kind: "directories" };
const SKILLS: CompletionValues = { kind: "skills" };

/** By option; the others take words that nobody can guess. */
export function valuesOfOption(name: string, layouts: readonly string[]): CompletionValues | undefined {
  switch (name) {
    case "--layout":
      return words(layouts);
    case "--model":
      return words(["rules", ...BASE_PRICES.keys()]);
    case "--trigger":
      return words(["explicit_cli", "scheduled", "session_ended"]);
    case "--runtime":
      return words(RUNTIME_NAMES);
    case "--db-path":
    case "--config":
    case "--plan-out":
      return FILES;
    case "--skills-dir":
    case "--out":
      return DIRECTORIES;
    default:
      return undefined;
  }
}

/** By the name of the operand in a command's form, such as `<skill>`. */
export function valuesOfOperand(verb: string, name: string): CompletionValues | undefined {
  switch (name) {
    case "skill":
      return verb === "restore" ? { kind: "archives" } : SKILLS;
    case "outcome":
      return words(FEEDBACK_OUTCOMES);
    case "shell":
      return words(SHELLS);
    case "runtime":
      return words(RUNTIME_NAMES);
    case "plan":
    case "path":
      return FILES;
    case "backup":
      return DIRECTORIES;
    default:
      return undefined;
  }
}

function words(list: readonly string[]): CompletionValues {
  return { kind: "words", words: list };
}
