import { join } from "node:path";
import { type Payload, sumUsd, type Usd } from "@metis-curate/core";
import {
  billOf,
  type ModelServer,
  type ModelServerOptions,
  modelServer,
  type ServerScript,
} from "@metis-curate/testkit";
import { idleSkills } from "../../support/libraries.ts";
import { type Ran, runInProcess } from "../../support/real-cli.ts";
import { createSandbox, type Sandbox } from "../../support/sandbox.ts";

const MAIN = join(import.meta.dir, "../../../../src/main.ts");

export interface ModelWorldOptions extends ModelServerOptions {
  /** Further lines below `curator:`. */
  readonly config?: readonly string[];
  /** Which of the server's two interfaces the configuration names; default `anthropic`. */
  readonly api?: "anthropic" | "openai";
}

/** A home on disk, a model server, and the command line pointed at it. */
export interface ModelWorld {
  readonly box: Sandbox;
  readonly server: ModelServer;
  /** Starts the real program. */
  start(argv: readonly string[]): Child;
  /** Runs a command line in this process, everything real but the streams. */
  run(argv: readonly string[]): Promise<Ran>;
  /** The document of a command with `--json`, run in this process. */
  json(argv: readonly string[]): Promise<{ readonly exitCode: number; readonly document: Document }>;
  close(): Promise<void>;
}

export type Child = Bun.Subprocess<"ignore", "pipe", "pipe">;
/** A JSON document as a test looks into it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read documents of many shapes
type Document = any;

export async function openModelWorld(options: ModelWorldOptions): Promise<ModelWorld> {
  const { config = [], api = "anthropic", ...serverOptions } = options;
  const server = await modelServer(serverOptions);
  const box = createSandbox();
  const url = api === "anthropic" ? server.url : server.openaiUrl;
  box.write(
    "test.yaml",
    ["curator:", `  base_url: ${url}`, ...config.map((line) => `  ${line}`), ""].join("\n"),
  );
  const env = { HOME: box.home, NO_COLOR: "1", ANTHROPIC_API_KEY: "test" };
  const start = (argv: readonly string[]): Child =>
    Bun.spawn([process.execPath, MAIN, ...argv, "--config", "test.yaml"], {
      cwd: box.home,
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
  const run = (argv: readonly string[]) => runInProcess(box, [...argv, "--config", "test.yaml"], { env });
  return {
    box,
    server,
    start,
    run,
    json: async (argv) => {
      const { exitCode, stdout } = await run([...argv, "--json"]);
      return { exitCode, document: JSON.parse(stdout) };
    },
    close: async () => {
      await server.close();
      box.dispose();
    },
  };
}

/** A world whose workspace `ws` has so many skills to archive. */
export async function openIdleWorld(
  script: ServerScript,
  count: number,
  options: Partial<ModelWorldOptions> = {},
): Promise<ModelWorld> {
  const world = await openModelWorld({ script, ...options });
  await world.box.addLibrary({ skills: idleSkills(count) });
  return world;
}

/** What was set aside for each call, in order. */
export function estimatesOf({ box }: ModelWorld): readonly unknown[] {
  return box.events("curator.call_started").map(({ payload }) => payload["estimated_cost_usd"]);
}

/** Waits for a process and returns all it said. */
export async function endOf(child: Child): Promise<Ran> {
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

/** Payloads of the calls on record that came back, in order. */
export function completedCalls({ box }: ModelWorld): readonly Payload[] {
  return box.events("curator.call_completed").map(({ payload }) => payload);
}

export function sumOf(amounts: readonly unknown[]): Usd {
  return sumUsd(amounts.map((amount) => String(amount) as Usd));
}

/** The server's own bill of each call, in order. */
export function billsOf({ server }: ModelWorld): readonly string[] {
  return server.ledger.map((entry) => billOf([entry]));
}
