import { Database } from "bun:sqlite";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agentSkill, manualSkill } from "@metis-curate/testkit";
import { runInProcess } from "../../e2e/support/real-cli.ts";
import { createSandbox, type Sandbox } from "../../e2e/support/sandbox.ts";
import { REPOSITORY } from "./read-pages.ts";
import { readShellLines, type ShellLine } from "./shell-lines.ts";

const MAIN = join(REPOSITORY, "packages/cli/src/main.ts");
const NOTES = "# Release notes\n\nList the merged changes:\n\n```sh\ngit log --oneline v1..v2\n```\n";

/** A home directory with the made-up library of the documentation, and what its shell blocks left there. */
export interface DocWorld {
  readonly home: string;
  /** The current directory of every block: `~/code/shop`. */
  readonly workspace: string;
  readonly sandbox: Sandbox;
  /** Runs the lines of a block and returns what they wrote; throws at the first with another exit code. */
  runBlock(text: string, exitCode: number): Promise<string>;
  dispose(): void;
}

/** Makes the world that a page's blocks run in, one after the other. */
export async function createDocWorld(): Promise<DocWorld> {
  const sandbox = createSandbox();
  const workspace = join(sandbox.home, "code", "shop");
  await sandbox.addLibrary({ workspace, skills: madeUpSkills() });
  await sandbox.addLibrary({ scope: "global", skills: [agentSkill("commit-style", { loadedDaysAgo: [6] })] });
  writeKiro(sandbox);
  const shims = writeShims(sandbox.home);
  return {
    home: sandbox.home,
    workspace,
    sandbox,
    runBlock: async (text, exitCode) => {
      let output = "";
      for (const written of readShellLines(text)) {
        const [line = written] = readShellLines(fillIn(written.text, sandbox, workspace));
        const ran = await runLine(line, { home: sandbox.home, workspace, shims });
        output += ran.output;
        if (ran.exitCode !== exitCode) {
          throw new Error(`\`${line.text}\` ended with ${ran.exitCode}, not ${exitCode}:\n${ran.output}`);
        }
      }
      return output;
    },
    dispose: () => sandbox.dispose(),
  };
}

/** One to archive, two alike, two in use, one of a person. */
function madeUpSkills() {
  return [
    agentSkill("deploy", {
      description: "Deploy the shop to production. Use when a release is ready.",
      body: "# Deploy\n\nRun `make deploy`, then look at the status page.",
      createdDaysAgo: 40,
      loadedDaysAgo: [9, 3, 1],
    }),
    agentSkill("csv-report", {
      description: "Make a sales report from the CSV export.",
      createdDaysAgo: 60,
      loadedDaysAgo: [20, 4],
    }),
    agentSkill("release-notes", {
      description: "Write release notes from the merged changes.",
      body: NOTES,
      createdDaysAgo: 80,
      loadedDaysAgo: [30, 12, 2],
    }),
    agentSkill("write-release-notes", {
      description: "Write the release notes from merged changes.",
      body: NOTES,
      createdDaysAgo: 50,
      loadedDaysAgo: [25],
    }),
    agentSkill("old-checkout", {
      description: "Debug the checkout page before its rewrite.",
      createdDaysAgo: 200,
      loadedDaysAgo: [150],
    }),
    manualSkill("house-style", { description: "How we write: short words, no jargon." }),
  ];
}

/** What a user of Kiro and skill-curator-mcp has below the home directory. */
function writeKiro({ home, write }: Sandbox): void {
  write(".kiro/skills/deploy/SKILL.md", "---\nname: deploy\ndescription: Deploy the shop.\n---\n# Deploy\n");
  mkdirSync(join(home, ".local/share/skill-curator"), { recursive: true });
  const database = new Database(join(home, ".local/share/skill-curator/curator.db"));
  database.exec("CREATE TABLE feedback_log (id INTEGER PRIMARY KEY, skill_name TEXT, outcome TEXT)");
  database.exec(
    "INSERT INTO feedback_log (skill_name, outcome) VALUES ('deploy', 'success'), ('deploy', 'partial')",
  );
  database.close();
}

/** `<run-id>` is the newest run's, `<backup>` the newest backup. */
function fillIn(text: string, sandbox: Sandbox, workspace: string): string {
  const run = text.includes("<run-id>")
    ? String(sandbox.events("curator.run_started").at(-1)?.payload["curator_run_id"])
    : "";
  return text
    .replaceAll("<run-id>", run)
    .replaceAll("<backup>", text.includes("<backup>") ? newestBackup(sandbox.home) : "")
    .replaceAll("~/code/shop", workspace);
}

function newestBackup(home: string): string {
  const places = join(home, ".metis/curator/backups");
  const [library = ""] = readdirSync(places);
  return join(places, library, readdirSync(join(places, library)).sort().at(-1) ?? "");
}

interface ShellPlace {
  readonly home: string;
  readonly workspace: string;
  readonly shims: string;
}

async function runLine(
  { text, words }: ShellLine,
  place: ShellPlace,
): Promise<{ exitCode: number; output: string }> {
  if (words === null) return runInShell(text, place);
  const typed = withFreePort(words).map((word) => word.replace(/^~(?=\/)/, place.home));
  const ran = await runInProcess({ home: place.home }, typed, {
    cwd: place.workspace,
    // A server is told to stop as soon as it answers.
    interrupts: {
      listen: (listener) => {
        if (isServing(words)) setTimeout(listener, 0);
        return () => {};
      },
      kill: () => {},
    },
  });
  return { exitCode: ran.exitCode, output: `${ran.stdout}${ran.stderr}` };
}

function isServing([verb]: readonly string[]): boolean {
  return verb === "serve" || verb === "mcp";
}

/** Two runs of the tests on one machine must not want the same port. */
function withFreePort(words: readonly string[]): readonly string[] {
  const listens = words[0] === "serve" || words.includes("--http");
  return listens && !words.includes("--port") ? [...words, "--port", "0"] : words;
}

/** `bunx metis-curate` and `npx metis-curate` are the program of this repository there. */
function writeShims(home: string): string {
  const directory = join(home, ".shims");
  mkdirSync(directory);
  const script = `#!/bin/sh\n[ "$1" = -y ] && shift\n[ "$1" = metis-curate ] && shift\nexec '${process.execPath}' '${MAIN}' "$@"\n`;
  for (const name of ["metis-curate", "bunx", "npx"]) {
    writeFileSync(join(directory, name), script);
    chmodSync(join(directory, name), 0o755);
  }
  return directory;
}

async function runInShell(
  text: string,
  { home, workspace, shims }: ShellPlace,
): Promise<{ exitCode: number; output: string }> {
  const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", `{ ${text}\n} 2>&1`], {
    cwd: workspace,
    env: { PATH: `${shims}:${process.env["PATH"] ?? ""}`, HOME: home, NO_COLOR: "1" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await new Response(child.stdout).text();
  return { exitCode: await child.exited, output };
}
