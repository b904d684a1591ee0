/**
 * Prints how fast the product is on this machine, each figure beside the least the same work can cost here.
 * `bun run bench [--events N] [--rounds N]`; a million events by default.
 */
import { benchAnalytics } from "./analytics/bench-analytics.ts";

const EVENTS_DEFAULT = 1_000_000;
const ROUNDS_DEFAULT = 20;

function readNumber(name: string, fallback: number): number {
  const at = process.argv.indexOf(name);
  const text = at < 0 ? String(fallback) : (process.argv[at + 1] ?? "");
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  console.error(`error: ${name} needs a whole number from 1, not "${text}"`);
  process.exit(2);
}

await benchAnalytics({
  events: readNumber("--events", EVENTS_DEFAULT),
  rounds: readNumber("--rounds", ROUNDS_DEFAULT),
});
