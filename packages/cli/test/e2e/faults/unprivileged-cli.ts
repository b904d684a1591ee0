/**
 * `unprivileged-cli.ts <home> <command lines as JSON> [<place>]`: runs them one after the other as a user whom file
 * permissions bind: root becomes `nobody` once the modules are loaded, which `nobody` may be unable to reach. The
 * place may no longer be written from the first progress of each on. Prints what came of each as JSON.
 */
import { chmodSync } from "node:fs";
import { type Ran, runInProcess, runInterruptedBy } from "../support/real-cli.ts";
import { lostDirectory } from "./lost-directory.ts";

const NOBODY = 65_534;
const [home = "", commands = "[]", place] = process.argv.slice(2);
if (process.getuid?.() === 0) {
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
const ran: Ran[] = [];
for (const argv of JSON.parse(commands) as readonly (readonly string[])[])
  ran.push(await (place === undefined ? runInProcess({ home }, argv) : runAndLose(place, argv)));
console.log(JSON.stringify(ran));

function runAndLose(lost: string, argv: readonly string[]): Promise<Ran> {
  return runInterruptedBy(() => chmodSync(lostDirectory(home, lost), 0o555), { home }, argv);
}
