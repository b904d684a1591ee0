/** Builds a skill library of six months in `.demo/`, curates it with the real command line, and shows what came of it. */
import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import { type DemoCase, type DemoPlan, generateDemoLibrary, writeDemo } from "@metis-curate/testkit";
import { openSqliteTrace } from "@metis-curate/trace-sqlite";

const REPOSITORY = join(import.meta.dir, "..");
const DEMO = join(REPOSITORY, ".demo");
const HOME = join(DEMO, "home");
const MAIN = join(REPOSITORY, "packages/cli/src/main.ts");
const WORKSPACE = ".demo/shop";
const DEFAULT_SEED = 20_261_201;
const US_PER_MS = 1_000;
const MS_PER_S = 1_000;

const startedMs = performance.now();
const seed = Number(process.argv[2] ?? DEFAULT_SEED);
if (!Number.isInteger(seed)) {
  console.error(`error: the seed must be a whole number, not "${process.argv[2]}"`);
  process.exit(2);
}

let sections = 0;
function heading(text: string): void {
  sections += 1;
  console.log(`\n${"=".repeat(78)}\n${sections}. ${text}\n${"=".repeat(78)}\n`);
}

/** Runs one command line as a person would, at the repository, with the demo's home directory. */
async function curate(...words: readonly string[]): Promise<void> {
  console.log(`$ metis-curate ${[WORKSPACE, ...words].join(" ")}\n`);
  const child = Bun.spawn([process.execPath, MAIN, WORKSPACE, ...words], {
    cwd: REPOSITORY,
    env: { ...process.env, HOME },
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
  rmSync(DEMO, { recursive: true, force: true });
  mkdirSync(HOME, { recursive: true });
  const plan = generateDemoLibrary({ seed, nowUs: Date.now() * US_PER_MS });
  const database = join(HOME, ".metis/metis.db");
  const trace = openSqliteTrace(database, { create: true });
  try {
    const { events } = await writeDemo({ fs: nodeFileSystem(), trace, directory: DEMO, home: HOME }, plan);
    const skills = plan.main.skills.length;
    console.log(
      `${skills} skills in ${WORKSPACE}/.metis/skills, ${plan.main.broken.length} more that cannot be loaded,`,
    );
    console.log(`${plan.neighbour.skills.length} skills in a second workspace, .demo/billing,`);
    console.log(`${events} events of six months in ${relative(REPOSITORY, database)} (seed ${seed})`);
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
    `${WORKSPACE} status`,
    `${WORKSPACE} history`,
    `${WORKSPACE} explain ${getSkill(plan, "hand-edited")}`,
    `${WORKSPACE} adopt ${getSkill(plan, "hand-edited")}`,
    `${WORKSPACE} pin ${getSkill(plan, "aging")}`,
    `.demo/billing --dry-run`,
    `--help`,
  ];
  console.log("The demo has a home directory of its own; keep it in the command:\n");
  console.log(`  alias demo='HOME="$PWD/.demo/home" bun run metis-curate'\n`);
  for (const line of lines) console.log(`  demo ${line}`);
  console.log("\nThe run above ended with the command that undoes it: write it as `demo …` too.");
}

heading("A library after six months with an agent that writes its own skills");
const plan = await build();
heading("What would a run do? (nothing is changed, no model is called)");
await curate("--dry-run");
heading("The run, with the model `rules`: no network, no cost, merges only what is equal");
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
