import { join } from "node:path";

const MAIN = join(import.meta.dir, "../../../src/main.ts");

export interface HookRan {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Calls `hook` as an agent does: a process of its own, the record on stdin. `words` stand behind `hook`. */
export async function callHook(
  home: string,
  words: readonly string[],
  record: unknown,
  env: Readonly<Record<string, string>> = {},
): Promise<HookRan> {
  const text = typeof record === "string" || record instanceof Uint8Array ? record : JSON.stringify(record);
  const child = Bun.spawn([process.execPath, "--no-env-file", MAIN, "hook", ...words], {
    cwd: home,
    env: { HOME: home, PATH: process.env["PATH"] ?? "", NO_COLOR: "1", ...env },
    stdin: new Blob([text]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}
