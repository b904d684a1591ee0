/** `pin-many.ts <home> <skill>…`: pins one skill after the other in the workspace `ws`. */
import { runInProcess } from "./real-cli.ts";

const [home = "", ...skills] = process.argv.slice(2);
for (const skill of skills) {
  const ran = await runInProcess({ home }, ["ws", "pin", skill]);
  if (ran.exitCode !== 0) process.stderr.write(`${skill}: ${ran.stderr}`);
}
