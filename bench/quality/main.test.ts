import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runBench } from "../run-bench.ts";

const MAIN = join(import.meta.dir, "main.ts");
const SKILLS = {
  "water-plants": [
    "Water the plants on the balcony.",
    "Fill the can and pour slowly until the soil is dark.",
  ],
  "bake-bread": [
    "Bake a loaf of rye bread.",
    "Knead the dough, let it rest for an hour, then bake it until brown.",
  ],
  "tune-guitar": [
    "Tune a guitar by ear.",
    "Pluck the lowest string and compare it with the fork, then go upwards.",
  ],
};
let data = "";

beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), "metis-quality-"));
  const tools = Object.fromEntries(
    Object.entries(SKILLS).map(([name, [description]]) => [name, description]),
  );
  write("routing/metatool-tools.json", JSON.stringify(tools));
  write("routing/metatool-queries.tsv", "bake-bread\tbake some bread\ntune-guitar\ttune the guitar\n");
  const intents = [
    { intent: "water all plants on my balcony", expected_skill: "water-plants", ambiguous_with: null },
    { intent: "bake a rye loaf", expected_skill: "bake-bread", ambiguous_with: [] },
    { intent: "translate this letter into Finnish", expected_skill: null, ambiguous_with: null },
  ];
  write("routing/intents.json", JSON.stringify(intents));
  for (const [name, [description = "", body = ""]] of Object.entries(SKILLS)) {
    writeSkill(`routing/library/${name}`, name, description, body);
    writeSkill(`evolved-library/skills/${name}`, name, description, body);
  }
  const [description = "", body = ""] = SKILLS["bake-bread"];
  writeSkill("evolved-library/skills/rye-loaf", "rye-loaf", description, `${body} Serve it warm.`);
  write("evolved-library/skills/broken/SKILL.md", "no frontmatter at all");
  const families = ["water-plants", "bake-bread", "tune-guitar", "rye-loaf", "broken"].map((name) => ({
    name,
    family: name === "rye-loaf" ? "bake-bread" : name,
  }));
  write("evolved-library/skills.json", JSON.stringify(families));
});

afterAll(() => {
  rmSync(data, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(data, path, ".."), { recursive: true });
  writeFileSync(join(data, path), text);
}

function writeSkill(path: string, name: string, description: string, body: string): void {
  write(`${path}/SKILL.md`, `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`);
}

const bench = (...argv: readonly string[]) => runBench(MAIN, argv);

test("measures every way of matching, and every rule of near-duplicates", async () => {
  const { stdout, stderr } = await bench("--data", data, "--every", "1", "--json");
  expect(stderr).toBe("");
  const { routing, pairs } = JSON.parse(stdout);
  expect(routing).toMatchObject([
    { set: "MetaTool", skills: 3, methods: { words: { tasks: 2, hit1: 1, auc: null, foundGaps: null } } },
    {
      set: "library",
      skills: 3,
      methods: { hybrid: { tasks: 3, hit1: 1, hit3: 1, mrr: 1, auc: 1, foundGaps: 1 } },
    },
  ]);
  expect(Object.keys(routing[0].methods)).toEqual(["words", "meaning", "hybrid"]);
  expect(pairs).toMatchObject({
    skills: 5,
    labelled: 1,
    rules: { hybrid: { pairs: 1, precision: 1, recall: 1, f1: 1, clustered: { pairs: 1 } } },
    hybridRecallAtPrecision90: 1,
    disputed: [],
  });
});

test("prints tables, and without an embedder by words alone", async () => {
  const { stdout, exitCode } = await bench("--data", data, "--every", "2", "--embedder", "lexical");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^MetaTool: 1 tasks, 3 skills$/m);
  expect(stdout).toMatch(/^words +1\.000 +0\.000 +1\.000 +1\.000 +- /m);
  expect(stdout).not.toMatch(/^meaning /m);
  expect(stdout).toMatch(/^first seed +1 +1\.000 +1\.000 +1\.000/m);
});

test.each([
  [["--data", "/nowhere/at/all"], "--data"],
  [[], "--data"],
  [["--data", ".", "--every", "0"], "--every"],
  [["--what"], "--what"],
])("refuses %j", async (argv, said) => {
  const { stderr, exitCode } = await bench(...argv);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(said);
});
