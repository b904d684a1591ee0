import { dirname, join } from "node:path";
import type { Shell } from "../../../src/completion/index.ts";

export interface AskedShell {
  readonly shell: Shell;
  /** Absolute path of the shell. */
  readonly program: string;
  /** Home directory and current directory; holds `script.<shell>`, and that of zsh as `_metis-curate` too. */
  readonly home: string;
}

const END = "--end-of-answer--";

/** What each line is completed with, by one shell that has read the script. Throws what the shell wrote to stderr. */
export function askShell(asked: AskedShell, lines: readonly string[]): readonly (readonly string[])[] {
  const { shell, program, home } = asked;
  const script = `${PRELUDES[shell](join(home, `script.${shell}`))}\n${lines
    .map((line) => `${QUESTIONS[shell](line)}\nprintf '%s\\n' ${END}`)
    .join("\n")}\n`;
  const plain = { bash: ["--norc", "--noprofile"], zsh: ["-f"], fish: ["--no-config"] }[shell];
  const ran = Bun.spawnSync([program, ...plain, "-c", script], {
    cwd: home,
    env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdin: "ignore",
  });
  const stderr = ran.stderr.toString();
  if (stderr !== "") throw new Error(stderr);
  return ran.stdout
    .toString()
    .split(`${END}\n`)
    .slice(0, -1)
    .map((answer) => answer.split("\n").flatMap((row) => row.split("\t")[0]?.trim() || []));
}

const PRELUDES: Readonly<Record<Shell, (script: string) => string>> = {
  bash: (script) => `source '${script}'`,
  fish: (script) => `source '${script}'`,
  // The widgets of zsh work in an editor only: these stand in for them and print what they were given.
  zsh: (script) => `
compdef() { }
compset() { PREFIX=\${PREFIX#*=} }
_files() { local f; for f in \${PREFIX}*(N); do print -r -- $f; done }
_describe() {
  [[ $1 == -o ]] && shift
  local entry
  for entry in \${(P)2}; do entry=\${\${entry//\\\\:/@colon@}%%:*}; print -r -- \${entry//@colon@/:}; done | grep -e "^$PREFIX"
}
compadd() {
  local word
  if [[ $1 == -a ]]; then for word in \${(P)2}; do [[ $word == $PREFIX* ]] && print -r -- $word; done
  else shift; for word in "$@"; do [[ $word == $PREFIX* ]] && print -r -- $word; done; fi
}
fpath=('${dirname(script)}')
autoload -Uz _metis-curate`,
};

const QUESTIONS: Readonly<Record<Shell, (line: string) => string>> = {
  bash: (line) => {
    const words = splitAsBash(line);
    const quoted = words.map((word) => `'${word}'`).join(" ");
    return `COMP_LINE='${line}' COMP_POINT=${line.length}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _metis_curate; for reply in "\${COMPREPLY[@]}"; do printf '%s\\n' '${glued(line, words)}'"$reply"; done`;
  },
  zsh: (line) => {
    const words = splitWords(line);
    const quoted = words.map((word) => `'${word}'`).join(" ");
    return `words=(${quoted}); CURRENT=${words.length}; PREFIX='${words.at(-1) ?? ""}'; _metis-curate`;
  },
  fish: (line) => `complete -C '${line.replaceAll("\\", "\\\\")}' | string replace -r '^--[a-z-]+=' ''`,
};

/** At blanks that no backslash precedes. */
function splitWords(line: string): readonly string[] {
  return line.match(/(?:\\.|[^ \\])+|(?<= )$/g) ?? [];
}

/** As `COMP_WORDBREAKS` has it: `:` and `=` are words of their own. */
function splitAsBash(line: string): readonly string[] {
  return splitWords(line).flatMap((word) =>
    word === "" ? [""] : word.split(/([:=])/).filter((part) => part !== ""),
  );
}

/** What bash leaves standing before the part it replaces; of an option's value that is not shown. */
function glued(line: string, words: readonly string[]): string {
  const whole = splitWords(line).at(-1) ?? "";
  const before = whole.slice(0, whole.length - (words.at(-1) ?? "").length);
  return before.startsWith("-") ? "" : before;
}
