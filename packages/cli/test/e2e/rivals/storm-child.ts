/**
 * `storm-child.ts <home> <workspace> <seed> <ms> <skill>…`: gives one random command after the other until the time
 * is over, and prints what came of each as one line of JSON. It alone pins and unpins the skills it is given.
 */
import { seededRandom } from "@metis-curate/testkit";
import { runInProcess } from "../support/real-cli.ts";
import { chooseCommand } from "./choose-command.ts";
import type { StormLine } from "./storm-line.ts";

const [home = "", workspace = "", seed = "0", ms = "0", ...own] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const endMs = performance.now() + Number(ms);
let runIds: readonly string[] = [];

while (performance.now() < endMs) {
  const argv = chooseCommand(random, workspace, own, runIds);
  const startedMs = performance.now();
  const { exitCode, stdout, stderr } = await runInProcess({ home }, argv);
  const line: StormLine = { argv, exitCode, stderr, ms: Math.round(performance.now() - startedMs) };
  if (argv[1] === "history" && exitCode === 0) runIds = runIdsIn(stdout);
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Runs alone: an operator's own pins are not undone behind its back. */
function runIdsIn(stdout: string): readonly string[] {
  const entries = JSON.parse(stdout) as readonly { readonly run_id: string; readonly source: string }[];
  return [...new Set(entries.filter(({ source }) => source !== "operator").map(({ run_id }) => run_id))];
}
