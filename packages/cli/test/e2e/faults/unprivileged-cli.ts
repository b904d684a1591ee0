/**
 * `unprivileged-cli.ts <home> <command lines as JSON>`: runs them one after the other as a user whom file permissions
 * bind: root becomes `nobody` once the modules are loaded, which `nobody` may be unable to reach. Prints what came of
 * each as JSON.
 */
import { type Ran, runInProcess } from "../support/real-cli.ts";

const NOBODY = 65_534;
const [home = "", commands = "[]"] = process.argv.slice(2);
if (process.getuid?.() === 0) {
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
const ran: Ran[] = [];
for (const argv of JSON.parse(commands) as readonly (readonly string[])[])
  ran.push(await runInProcess({ home }, argv));
console.log(JSON.stringify(ran));
