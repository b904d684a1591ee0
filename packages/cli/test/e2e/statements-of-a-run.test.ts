import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { agentSkill } from "@metis-curate/testkit";
import { runInProcess } from "./support/real-cli.ts";
import { createSandbox, type Sandbox } from "./support/sandbox.ts";

/** Statements that one action may cost, beyond those of the run: its event, its lock, its proof. */
const PER_ACTION_MAX = 12;
const METHODS = ["run", "get", "all", "iterate"] as const;
const WORDS = ["amber", "birch", "cedar", "dune", "ember"];

type Callable = (this: unknown, ...values: unknown[]) => unknown;

let count = 0;
const originals: (() => void)[] = [];

function replace(name: "exec" | "prepare", withOne: (original: Callable) => Callable): void {
  const original = Reflect.get(Database.prototype, name) as Callable;
  Reflect.set(Database.prototype, name, withOne(original));
  originals.push(() => Reflect.set(Database.prototype, name, original));
}

/** Counts every statement of this process that SQLite is given, by whatever module. */
beforeAll(() => {
  replace(
    "exec",
    (exec) =>
      function counted(this: unknown, ...values) {
        count += 1;
        return exec.apply(this, values);
      },
  );
  replace(
    "prepare",
    (prepare) =>
      function prepared(this: unknown, ...values) {
        return counting(prepare.apply(this, values));
      },
  );
});

/** Bun gives each statement methods of its own: a change of their class would count nothing. */
function counting(statement: unknown): unknown {
  if (typeof statement !== "object" || statement === null) return statement;
  for (const name of METHODS) {
    const original = Reflect.get(statement, name) as Callable;
    Reflect.set(statement, name, (...values: unknown[]) => {
      count += 1;
      return original.apply(statement, values);
    });
  }
  return statement;
}

afterAll(() => {
  for (const restore of originals) restore();
});

let box: Sandbox;
beforeEach(() => {
  box = createSandbox();
});
afterEach(() => box.dispose());

interface Size {
  readonly skills: number;
  readonly loadsEach: number;
}

const SMALL: Size = { skills: 30, loadsEach: 2 };
/** Four times the skills; all events still fit into one batch of the reader. */
const LARGE: Size = { skills: 120, loadsEach: 2 };
/** Their events fill four batches. */
const LONG: Size = { skills: 120, loadsEach: 55 };
const EVENTS_OF_LONG = 7_000;
/** A fold reads so many events with one statement, and asks once for the sessions of each batch. */
const EVENTS_PER_BATCH = 2_000;
const PER_BATCH_MAX = 2;
/** A run reads the trace at its start and, for `facts.json`, at its end. */
const FOLDS_MAX = 2;
const BATCHES_OF_LONG = Math.ceil(EVENTS_OF_LONG / EVENTS_PER_BATCH);

/** A library of which `old` skills are to be archived, and the rest was used lately; each has a body of its own. */
async function seed(old: number, { skills, loadsEach }: Size): Promise<void> {
  const loads = Array.from({ length: loadsEach }, (_, n) => n + 1);
  const made = Array.from({ length: skills }, (_, n) => {
    const name = `${WORDS[n % WORDS.length]}${n}`;
    const body = `# ${name}\n\n${Array.from({ length: 30 }, (__, at) => `w${n}x${at}`).join(" ")}\n`;
    return agentSkill(name, {
      body,
      description: `d${n} e${n} f${n}`,
      ...(n >= old && { loadedDaysAgo: loads }),
    });
  });
  await box.addLibrary({ skills: made });
}

async function statementsOf(...words: readonly string[]): Promise<{ count: number; stdout: string }> {
  count = 0;
  const ran = await runInProcess(box, ["ws", ...words, "--json"]);
  const counted = count;
  expect({ exitCode: ran.exitCode, stderr: ran.stderr }).toEqual({ exitCode: 0, stderr: "" });
  return { count: counted, stdout: ran.stdout };
}

async function withLibrary<T>(old: number, size: Size, work: () => Promise<T>): Promise<T> {
  box.dispose();
  box = createSandbox();
  await seed(old, size);
  return work();
}

/** Statements of a run that archives so many, and of the undo of it. */
function runAndUndo(old: number, size: Size) {
  return withLibrary(old, size, async () => {
    const run = await statementsOf("--model", "rules", "--yes");
    const report = JSON.parse(run.stdout);
    expect(report.actions).toHaveLength(old);
    const undo = old === 0 ? run : await statementsOf("undo", report.curator_run_id);
    return { run: run.count, undo: undo.count };
  });
}

/** Statements of the application of a plan that archives so many. */
function applied(old: number, size: Size): Promise<number> {
  return withLibrary(old, size, async () => {
    const plan = join(box.home, "plan.json");
    await statementsOf("--dry-run", "--plan-out", plan);
    const run = await statementsOf("apply", plan, "--model", "rules");
    expect(JSON.parse(run.stdout).actions).toHaveLength(old);
    return run.count;
  });
}

test.each([["--list"], ["status"], ["--dry-run"], ["history"]])(
  "%s costs as many statements for a large library as for a small one",
  async (word) => {
    const small = await withLibrary(3, SMALL, () => statementsOf(word));
    const large = await withLibrary(3, LARGE, () => statementsOf(word));
    expect(small.count).toBeGreaterThan(0);
    expect(large.count).toBe(small.count);
  },
);

test("a match costs as many statements for a large library as for a small one, once it is indexed", async () => {
  const matched = (size: Size) =>
    withLibrary(3, size, async () => {
      await statementsOf("match", "amber birch d5 e5");
      return (await statementsOf("match", "amber birch d5 e5")).count;
    });
  expect(await matched(LARGE)).toBe(await matched(SMALL));
});

test("a longer trace costs a few statements for each batch of events, none for each event", async () => {
  const [short, long] = [await runAndUndo(2, LARGE), await runAndUndo(2, LONG)];
  const more = FOLDS_MAX * PER_BATCH_MAX * BATCHES_OF_LONG;
  expect(long.run - short.run).toBeLessThanOrEqual(more);
  expect(long.undo - short.undo).toBeLessThanOrEqual(more);
});

test("a run costs a constant and so many for each action, however large the library is", async () => {
  const [none, two, four] = [
    await runAndUndo(0, SMALL),
    await runAndUndo(2, SMALL),
    await runAndUndo(4, SMALL),
  ];
  const each = (four.run - two.run) / 2;
  expect(Number.isInteger(each)).toBe(true);
  expect(each).toBeGreaterThan(0);
  expect(each).toBeLessThanOrEqual(PER_ACTION_MAX);
  expect(two.run - none.run).toBeLessThanOrEqual(2 * PER_ACTION_MAX);
  expect((await runAndUndo(4, LARGE)).run).toBe(four.run);
});

test("so does an undo", async () => {
  const [two, four] = [await runAndUndo(2, SMALL), await runAndUndo(4, SMALL)];
  const each = (four.undo - two.undo) / 2;
  expect(Number.isInteger(each)).toBe(true);
  expect(each).toBeLessThanOrEqual(PER_ACTION_MAX);
  expect((await runAndUndo(4, LARGE)).undo).toBe(four.undo);
});

test("so does the application of a plan", async () => {
  const [two, four] = [await applied(2, SMALL), await applied(4, SMALL)];
  const each = (four - two) / 2;
  expect(Number.isInteger(each)).toBe(true);
  expect(each).toBeGreaterThan(0);
  expect(each).toBeLessThanOrEqual(PER_ACTION_MAX);
  expect(await applied(4, LARGE)).toBe(four);
});
