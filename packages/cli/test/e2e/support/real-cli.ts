import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import packageJson from "../../../package.json" with { type: "json" };
import { realTextFiles } from "../../../src/context/real-text-files.ts";
import { runHook } from "../../../src/hook/run-hook.ts";
import { runImport } from "../../../src/import/run-import.ts";
import { type CliContext, runCli } from "../../../src/index.ts";
import { openServiceInstaller } from "../../../src/service/open-service-installer.ts";
import { listLayouts } from "../../../src/wire/list-layouts.ts";
import { openCurator } from "../../../src/wire/open-curator.ts";
import { openMatcher } from "../../../src/wire/open-matcher.ts";
import { openMcp } from "../../../src/wire/open-mcp.ts";
import { openRuntimeSetup } from "../../../src/wire/open-runtime-setup.ts";
import { openServer } from "../../../src/wire/open-server.ts";

const MAIN = join(import.meta.dir, "../../../src/main.ts");

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place {
  /** Home directory; commands run there. */
  readonly home: string;
}

/** Runs one command line in this process with everything real but the streams; `cwd` is the home. */
export async function runInProcess(
  { home }: Place,
  argv: readonly string[],
  context: Partial<CliContext> = {},
): Promise<Ran> {
  const out = createSink();
  const err = createSink();
  const exitCode = await runCli(argv, {
    version: packageJson.version,
    env: { HOME: home, NO_COLOR: "1" },
    stdin: Readable.from([]),
    stdout: out.stream,
    stderr: err.stream,
    colorDepth: 1,
    cwd: home,
    home,
    stdoutIsTty: false,
    stderrIsTty: false,
    columns: null,
    nowMs: () => Date.now(),
    openCurator,
    openServer,
    listLayouts,
    openMatcher,
    openMcp,
    openRuntimeSetup,
    openServiceInstaller,
    runHook,
    runImport,
    files: realTextFiles,
    interrupts: { listen: () => () => {}, kill: () => {} },
    ...context,
  });
  return { exitCode, stdout: out.text(), stderr: err.text() };
}

/** As `runInProcess`; does `act` in the instant of the first progress, which a run of ten or more acts tells. */
export async function runInterruptedBy(act: () => void, place: Place, argv: readonly string[]): Promise<Ran> {
  const err = createSink(act);
  const ran = await runInProcess(place, argv, { stderr: err.stream });
  return { ...ran, stderr: err.text() };
}

/** Starts one command line in a process of its own, as a person would unless `script` is another. */
export function startChild({ home }: Place, argv: readonly string[], script = MAIN) {
  return Bun.spawn([process.execPath, script, ...argv], {
    cwd: home,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, NO_COLOR: "1" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** Runs one command line in a process of its own until it ends. */
export async function runChild(place: Place, argv: readonly string[], script = MAIN): Promise<Ran> {
  const child = startChild(place, argv, script);
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

/** The lines of a text without the last newline. */
export function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** What is written to `stream` is `text()`; the first of it is also told at once. */
function createSink(atFirst: () => void = () => {}) {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      if (chunks.push(String(chunk)) === 1) atFirst();
      done();
    },
  });
  return { stream, text: () => chunks.join("") };
}
