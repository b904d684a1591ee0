import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { VERBS } from "../../src/argv/verbs.ts";
import { SHELLS, type Shell, writeCompletionScript } from "../../src/completion/index.ts";
import { createParser, listCommandGuides } from "../../src/help/command-guide.ts";
import { runCommandLine } from "../support/run-command-line.ts";
import { askShell } from "./support/ask-shell.ts";

const guides = listCommandGuides(createParser());
let home = "";

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "metis-completion-"));
  const files = [
    "ws/.metis/skills/deploy/SKILL.md",
    "ws/.metis/skills/web/deploy-page/SKILL.md",
    "ws/.metis/skills/release-notes/SKILL.md",
    "ws/.metis/skills/$(touch pwned)/SKILL.md",
    "ws/.metis/skills-archive/old-thing-20260101T000000Z/SKILL.md",
    "ws/.claude/skills/claude-only/SKILL.md",
    ".metis/skills/everywhere/SKILL.md",
    "my shop/.metis/skills/in-a-shop/SKILL.md",
    "plan.json",
  ];
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), "");
  }
  for (const shell of SHELLS)
    writeFileSync(join(home, `script.${shell}`), writeCompletionScript(shell, guides));
  writeFileSync(join(home, "_metis-curate"), writeCompletionScript("zsh", guides));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Lines as typed up to the cursor, with words that must be offered and words that must not. */
const CASES: readonly (readonly [line: string, offered: readonly string[], notOffered: readonly string[]])[] =
  [
    ["metis-curate ", ["serve", "mcp", "completion"], ["pin"]],
    ["metis-curate com", ["completion"], ["serve"]],
    ["metis-curate ws ", [...VERBS], ["serve", "completion"]],
    ["metis-curate --global pi", ["pin"], ["unpin"]],
    ["metis-curate ws sta", ["status"], ["history"]],
    ["metis-curate ws --dr", ["--dry-run"], ["--limit"]],
    ["metis-curate ws history --l", ["--limit", "--layout"], ["--dry-run"]],
    ["metis-curate ws --layout ", ["metis", "claude-code", "hermes"], ["rules"]],
    ["metis-curate ws --layout=cl", ["claude-code"], ["codex"]],
    ["metis-curate ws --model ru", ["rules"], ["anthropic:claude-haiku-4-5"]],
    ["metis-curate ws --model anthropic:claude-h", ["anthropic:claude-haiku-4-5"], ["rules"]],
    ["metis-curate ws --trigger ", ["scheduled", "session_ended", "explicit_cli"], []],
    ["metis-curate ws pin ", ["deploy", "deploy-page", "release-notes"], ["everywhere", "claude-only"]],
    ["metis-curate ws pin rel", ["release-notes"], ["deploy"]],
    ["metis-curate ws adopt deploy rel", ["release-notes"], []],
    ["metis-curate ws --layout claude-code pin ", ["claude-only"], ["deploy"]],
    ["metis-curate --global pin ", ["everywhere"], ["deploy"]],
    ["metis-curate ws restore ", ["old-thing", "old-thing-20260101T000000Z"], ["deploy"]],
    ["metis-curate ws feedback deploy ", ["success", "partial", "failure"], ["deploy"]],
    ["metis-curate completion ", ["bash", "zsh", "fish"], ["pin"]],
    ["metis-curate ~/ws pin rel", ["release-notes"], []],
    ["metis-curate ~/my\\ shop pin ", ["in-a-shop"], []],
  ];

describe.each(SHELLS)("in %s", (shell: Shell) => {
  const program = Bun.which(shell);

  test.skipIf(program === null)(
    `(asks ${shell} where it is installed) offers what fits, and nothing else`,
    () => {
      const answers = askShell(
        { shell, program: program ?? shell, home },
        CASES.map(([line]) => line),
      );
      for (const [at, [line, offered, notOffered]] of CASES.entries()) {
        const words = answers[at] ?? [];
        expect({ line, missing: offered.filter((word) => !words.includes(word)) }).toEqual({
          line,
          missing: [],
        });
        expect({ line, wrong: notOffered.filter((word) => words.includes(word)) }).toEqual({
          line,
          wrong: [],
        });
      }
      expect(Bun.file(join(home, "pwned")).size).toBe(0);
    },
  );

  test.skipIf(program === null)(
    `(asks ${shell} where it is installed) offers files where a file is meant`,
    () => {
      const [files = []] = askShell({ shell, program: program ?? shell, home }, ["metis-curate ws apply pl"]);
      expect(files).toContain("plan.json");
    },
  );

  test("the script names every command and option", async () => {
    const { stdout, exitCode, opened } = await runCommandLine(["completion", shell]);
    expect(exitCode).toBe(0);
    expect(opened).toEqual([]);
    for (const guide of guides) {
      expect(stdout).toContain(guide.verb ?? "(run)");
      for (const { names } of guide.options) for (const name of names) expect(stdout).toContain(name);
    }
  });
});

test("on a terminal it says where to save the script, on stderr", async () => {
  const ran = await runCommandLine(["completion", "bash"], { context: { stdoutIsTty: true } });
  expect(ran.stderr).toContain("metis-curate completion bash > ~/.local/share/bash-completion");
});

test.each([
  ["completion", "completion needs <shell>: write metis-curate completion <shell>"],
  ["completion zhs", "no completion for the shell 'zhs'; did you mean 'zsh'?"],
  ["completion powershell", "no completion for the shell 'powershell'; it is one of bash, zsh, fish"],
  ["completion bash fish", "unexpected 'fish': write metis-curate completion <shell>"],
  ["ws completion bash", "completion takes no workspace: write metis-curate completion <shell>"],
  ["completoin bash", "unknown command 'completoin'; did you mean 'completion'?"],
])("`%s` is one line and exit 2", async (line, message) => {
  const ran = await runCommandLine(line.split(" "));
  expect(ran.stderr).toBe(`error: ${message}\n`);
  expect(ran.exitCode).toBe(2);
});
