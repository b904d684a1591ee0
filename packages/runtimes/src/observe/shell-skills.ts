import { basename, join } from "node:path";
import { type SimpleCommand, splitCommands } from "./shell-words.ts";

/** Programs whose reading of a SKILL.md is a load (Codex's own rule, RUNTIMES 2.2). */
const READERS: ReadonlySet<string> = new Set(["cat", "sed", "head", "tail", "less", "more", "bat", "awk"]);
/** Programs that run a skill's scripts. */
const RUNNERS: ReadonlySet<string> = new Set([
  "python",
  "python3",
  "bash",
  "zsh",
  "sh",
  "node",
  "deno",
  "ruby",
  "perl",
  "pwsh",
]);
const SHELLS: ReadonlySet<string> = new Set(["bash", "zsh", "sh"]);
const SCRIPT = /(?:^|\/)scripts\/.*\.(?:py|sh|js|ts|rb|pl|ps1)$/;
const NESTED_MAX = 4;

/** What a command line does to skills, as paths that it names. */
export interface ShellSkills {
  /** SKILL.md files that are read, scripts of skills that are run. */
  readonly read: readonly string[];
  /** SKILL.md files that are written. */
  readonly written: readonly string[];
}

/** Finds what a command line reads and writes of skills. Words are taken as written; `cd` before them is followed. */
export function findShellSkills(command: string | readonly string[]): ShellSkills {
  const found = { read: new Set<string>(), written: new Set<string>() };
  if (typeof command === "string") search(splitCommands(command), found, 0);
  else search([{ words: command, writesTo: [] }], found, 0);
  return { read: [...found.read].filter((path) => !found.written.has(path)), written: [...found.written] };
}

interface Found {
  readonly read: Set<string>;
  readonly written: Set<string>;
}

function search(commands: readonly SimpleCommand[], found: Found, depth: number, startsIn = ""): void {
  let directory = startsIn;
  for (const { words, writesTo } of commands) {
    const [program = "", ...operands] = withoutPrefix(words);
    const name = basename(program);
    const here = (path: string) => (/^[/~$]/.test(path) || directory === "" ? path : join(directory, path));
    for (const path of writesTo.filter(isSkillFile)) found.written.add(here(path));
    if (name === "cd" && operands.length === 1) directory = here(operands[0] ?? "");
    const line = SHELLS.has(name) ? inlineCommand(operands) : null;
    if (line !== null) {
      if (depth < NESTED_MAX) search(splitCommands(line), found, depth + 1, directory);
      continue;
    }
    const paths = operands.filter((word) => !word.startsWith("-"));
    const isWriter = name === "tee" || (name === "sed" && operands.some((word) => /^-[a-zA-Z]*i/.test(word)));
    if (isWriter) for (const path of paths.filter(isSkillFile)) found.written.add(here(path));
    else if (READERS.has(name)) for (const path of paths.filter(isSkillFile)) found.read.add(here(path));
    const script = RUNNERS.has(name) ? paths[0] : undefined;
    if (script !== undefined && SCRIPT.test(script)) found.read.add(here(script));
  }
}

/** `bash -lc "…"`: the command line within. */
function inlineCommand(operands: readonly string[]): string | null {
  const at = operands.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
  return at < 0 ? null : (operands[at + 1] ?? null);
}

/** Without `VAR=value`, `sudo`, `env` and the like before the program. */
function withoutPrefix(words: readonly string[]): readonly string[] {
  const at = words.findIndex(
    (word) => !/^[A-Za-z_]\w*=/.test(word) && !["sudo", "env", "time", "command", "exec"].includes(word),
  );
  return at < 0 ? [] : words.slice(at);
}

function isSkillFile(path: string): boolean {
  return basename(path) === "SKILL.md";
}
