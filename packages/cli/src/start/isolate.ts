import { readGenuineEnvironment } from "./genuine-environment.ts";
import { planRestart } from "./plan-restart.ts";

/**
 * Makes sure that nothing in the current directory steers this process (CONTRACTS 2): a Bun that was started
 * without the flags of this program's first line becomes one with them, in the same process, with the
 * environment the operator gave. Does nothing where the program is none of `mains`, and on Node, which reads no such files.
 * What a `preload` of a `bunfig.toml` did before cannot be undone.
 */
export function isolate(mains: readonly string[]): void {
  if (process.versions.bun === undefined || !mains.includes(Bun.main)) return;
  const execArgv = planRestart(process.execArgv);
  if (execArgv === null || process.execve === undefined) return;
  const words = [process.execPath, ...execArgv, Bun.main, ...process.argv.slice(2)];
  process.execve(process.execPath, words, { ...readGenuineEnvironment() });
}
