/**
 * Builds a skill library of six months in `.demo/`, curates it with the real command line, and shows what came of
 * it. `bun run demo [seed [directory]]`; `.demo` is made anew, another directory must not exist yet.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import { type DemoCase, type DemoPlan, generateDemoLibrary, writeDemo } from "@metis-curate/testkit";
import { openSqliteTrace } from "@metis-curate/trace-sqlite";

const REPOSITORY = join(import.meta.dir, "..");
const OWN_DIRECTORY = join(REPOSITORY, ".demo");
const MAIN = join(REPOSITORY, "packages/cli/src/main.ts");
const DEFAULT_SEED = 20_261_201;
const US_PER_MS = 1_000;
const MS_PER_S = 1_000;

const startedMs = performance.now();
const seed = Number(process.argv[2] ?? DEFAULT_SEED);
if (!Number.isInteger(seed)) {
  console.error(`error: the seed must be a whole number, not "${process.argv[2]}"`);
  process.exit(2);
}

const demo = resolve(process.argv[3] ?? OWN_DIRECTORY);
if (demo !== OWN_DIRECTORY && existsSync(demo)) {
  console.error(`error: ${demo} exists already; name a directory that does not`);
  process.exit(2);
}
const home = join(demo, "home");
const shop = shown(join(demo, "shop"));

/** A path as a person at the repository would type it. */
function shown(path: string): string {
  const short = relative(REPOSITORY, path);
  return short.startsWith("..") || isAbsolute(short) ? path : short;
}

let sections = 0;
function heading(text: string): void {
  sections += 1;
  console.log(`\n${"=".repeat(78)}\n${sections}. ${text}\n${"=".repeat(78)}\n`);
}

/** Runs one command line as a person would, at the repository, with the demo's home directory. */
async function curate(...words: readonly string[]): Promise<void> {
  console.log(`$ metis-curate ${[shop, ...words].join(" ")}\n`);
  const child = Bun.spawn([process.execPath, MAIN, shop, ...words], {
    cwd: REPOSITORY,
    env: { ...process.env, HOME: home },
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  });
  const code = await child.exited;
  if (code === 0) return;
  console.error(`\nerror: the command ended with exit code ${code}; the demo stops here`);
  process.exit(1);
}

async function build(): Promise<DemoPlan> {
  if (demo === OWN_DIRECTORY) rmSync(demo, { recursive: true, force: true });
  mkdirSync(demo);
  mkdirSync(home);
  mkdirSync(join(home, ".metis"));
  writeFileSync(join(home, ".metis/config.yaml"), "curator:\n  model: rules\n");
  const plan = generateDemoLibrary({ seed, nowUs: Date.now() * US_PER_MS });
  const database = join(home, ".metis/metis.db");
  const trace = openSqliteTrace(database, { create: true });
  try {
    const { events } = await writeDemo({ fs: nodeFileSystem(), trace, directory: demo, home }, plan);
    const skills = plan.main.skills.length;
    console.log(
      `${skills} skills in ${shop}/.metis/skills, ${plan.main.broken.length} more that cannot be loaded,`,
    );
    console.log(
      `${plan.neighbour.skills.length} skills in a second workspace, ${shown(join(demo, "billing"))},`,
    );
    console.log(`${events} events of six months in ${shown(database)} (seed ${seed})`);
    console.log(`and ${shown(join(home, ".metis/config.yaml"))}, which names the model: rules`);
    return plan;
  } finally {
    trace.close();
  }
}

function getSkill(plan: DemoPlan, demoCase: DemoCase): string {
  const skill = plan.main.skills.find((one) => one.case === demoCase);
  if (skill === undefined) throw new Error(`the demo has no skill of the case ${demoCase}`);
  return skill.name;
}

function showNext(plan: DemoPlan): void {
  const lines = [
    `${shop} status`,
    `${shop} history`,
    `${shop} explain ${getSkill(plan, "hand-edited")}`,
    `${shop} adopt ${getSkill(plan, "hand-edited")}`,
    `${shop} pin ${getSkill(plan, "aging")}`,
    `${shown(join(demo, "billing"))} --dry-run`,
    `--help`,
  ];
  const homeWord = demo === OWN_DIRECTORY ? "$PWD/.demo/home" : home;
  console.log("The demo has a home directory of its own; keep it in the command:\n");
  console.log(`  alias demo='HOME="${homeWord}" bun run metis-curate'\n`);
  for (const line of lines) console.log(`  demo ${line}`);
  console.log("\nThe run in section 3 ended with the command that undoes it: write `demo` for its");
  console.log("first word and try it.");
}

heading("A library after six months with an agent that writes its own skills");
const plan = await build();
heading("What would a run do? (nothing is changed, no model is called)");
await curate("--dry-run");
heading("The run, with the model `rules`: no network, no cost");
await curate("--model", "rules");
heading("Every skill with its state, and every file that is none");
await curate("--list");
heading("Why was this one left alone, after months without use?");
await curate("explain", getSkill(plan, "referenced"));
heading("Changed your mind? One comes back");
await curate("restore", getSkill(plan, "stale"));
heading("Try it yourself");
showNext(plan);
console.log(`\ndone in ${((performance.now() - startedMs) / MS_PER_S).toFixed(1)} s`);
