/**
 * `pin-many.ts <home> <skill>…`: pins one skill after the other in the workspace `ws`. On a busy machine a pin may wait
 * longer for the lock than it is willing to: it is then refused as `locked`, and asked again.
 */
import { runInProcess } from "./real-cli.ts";

const LOCKED = "another curator run is in progress";
const ATTEMPTS_MAX = 30;

const [home = "", ...skills] = process.argv.slice(2);
for (const skill of skills) {
  for (let attempt = 1; ; attempt += 1) {
    const ran = await runInProcess({ home }, ["ws", "pin", skill]);
    if (ran.exitCode === 0) break;
    if (ran.exitCode === 3 && ran.stderr.includes(LOCKED) && attempt < ATTEMPTS_MAX) continue;
    process.stderr.write(`${skill}: ${ran.stderr}`);
    break;
  }
}
