/** One step of the check: a command whose output is shown as it comes and kept. */
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";

export const ROOT = join(dirname(import.meta.dir), "..");

export interface Ran {
  readonly name: string;
  readonly ok: boolean;
  /** Standard output, then standard error, without colours. */
  readonly output: string;
}

/** What became of `command`, run in the root of the repository with `env` added to ours. */
export async function runCommand(
  name: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const startedMs = performance.now();
  console.log(`\n== ${name}: ${command.join(" ")}`);
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, ...env, TURBO_TELEMETRY_DISABLED: "1", NO_COLOR: "1" },
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    showAndKeep(child.stdout, process.stdout),
    showAndKeep(child.stderr, process.stderr),
    child.exited,
  ]);
  const ok = exitCode === 0;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`== ${name}: ${ok ? "ok" : "FAILED"} (${seconds} s)`);
  return { name, ok, output: stripVTControlCharacters(`${stdout}\n${stderr}`) };
}

async function showAndKeep(from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of from) {
    await new Promise((resolve) => to.write(bytes, resolve));
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}
