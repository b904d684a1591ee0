export interface BenchRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs a bench as a person would, for its test. */
export async function runBench(main: string, argv: readonly string[]): Promise<BenchRun> {
  const child = Bun.spawn([process.execPath, main, ...argv], { stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode };
}
