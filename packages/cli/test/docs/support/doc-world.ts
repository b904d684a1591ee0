import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { carefulAnswers, modelServer } from "@metis-curate/testkit";
import { runInProcess } from "../../e2e/support/real-cli.ts";
import { createSandbox, type Sandbox } from "../../e2e/support/sandbox.ts";
import { addMadeUpLibraries } from "./made-up-libraries.ts";
import { type Block, REPOSITORY } from "./read-pages.ts";
import { readShellLines, type ShellLine } from "./shell-lines.ts";

const MAIN = join(REPOSITORY, "packages/cli/src/main.ts");

/** A home directory with the made-up library of the documentation, and what its shell blocks left there. */
export interface DocWorld {
  readonly home: string;
  /** The current directory of every block: `~/code/shop`. */
  readonly workspace: string;
  readonly sandbox: Sandbox;
  /** Runs the lines of a block and returns what they wrote; throws at the first with another exit code. */
  runBlock(block: Block): Promise<string>;
  dispose(): void;
}

/** Makes the world that a page's blocks run in, one after the other. */
export async function createDocWorld(): Promise<DocWorld> {
  const sandbox = createSandbox();
  const workspace = join(sandbox.home, "code", "shop");
  await addMadeUpLibraries(sandbox, workspace);
  const shims = writeShims(sandbox.home);
  return {
    home: sandbox.home,
    workspace,
    sandbox,
    runBlock: async (block) => {
      const place = { home: sandbox.home, workspace, shims };
      if (block.mark?.name !== "with" || block.mark.value !== "a model server") {
        return runLines(block, { ...place, model: null }, sandbox);
      }
      const model = await modelServer({ script: carefulAnswers() });
      try {
        sandbox.write("model.yaml", `curator:\n  base_url: ${model.url}\n`);
        return await runLines(block, { ...place, model: join(sandbox.home, "model.yaml") }, sandbox);
      } finally {
        await model.close();
      }
    },
    dispose: () => sandbox.dispose(),
  };
}

/** Runs a block line by line; throws at one that fails. The last line may end with the code that the block says. */
async function runLines({ text, mark }: Block, place: ShellPlace, sandbox: Sandbox): Promise<string> {
  const last = mark?.name === "exit" ? Number(mark.value) : 0;
  let output = "";
  const lines = readShellLines(text);
  for (const [at, written] of lines.entries()) {
    const [line = written] = readShellLines(fillIn(written.text, sandbox, place.workspace));
    const ran = await runLine(line, place);
    output += ran.output;
    const wanted = at === lines.length - 1 ? last : 0;
    if (ran.exitCode !== wanted) {
      throw new Error(`\`${line.text}\` ended with ${ran.exitCode}, not ${wanted}:\n${ran.output}`);
    }
  }
  return output;
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
  /** Configuration that names a model server on this machine; null where there is none, and no key. */
  readonly model: string | null;
}

async function runLine(
  { text, words }: ShellLine,
  place: ShellPlace,
): Promise<{ exitCode: number; output: string }> {
  if (words === null) return runInShell(text, place);
  const typed = withFreePort(words).map((word) => word.replace(/^~(?=\/)/, place.home));
  const withModel = place.model === null ? typed : [...typed, "--config", place.model];
  const ran = await runInProcess({ home: place.home }, withModel, {
    cwd: place.workspace,
    env: { HOME: place.home, NO_COLOR: "1", ...(place.model !== null && { ANTHROPIC_API_KEY: "made-up" }) },
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
