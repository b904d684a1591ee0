import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFileSystem } from "@metis-curate/adapters";
import { carefulAnswers, type DemoPlan, generateDemoLibrary, writeDemo } from "@metis-curate/testkit";
import { openSqliteTrace } from "@metis-curate/trace-sqlite";
import {
  billsOf,
  completedCalls,
  endOf,
  type ModelWorld,
  openModelWorld,
  sumOf,
} from "./support/model-world.ts";

/** On a busy machine. */
const TIMEOUT_MS = 300_000;

let world: ModelWorld;
let plan: DemoPlan;

beforeAll(async () => {
  world = await openModelWorld({ script: carefulAnswers() });
  plan = generateDemoLibrary({ seed: 20_261_201, nowUs: Date.now() * 1_000 });
  const { home, database } = world.box;
  const trace = openSqliteTrace(database, { create: true });
  try {
    await writeDemo({ fs: nodeFileSystem(), trace, directory: home, home }, plan);
  } finally {
    trace.close();
  }
}, TIMEOUT_MS);

afterAll(() => world.close());

const skillFile = (name: string) => join(world.box.home, "shop/.metis/skills", name, "SKILL.md");

function namesOf(demoCase: DemoPlan["main"]["skills"][number]["case"]): readonly string[] {
  return plan.main.skills.filter((skill) => skill.case === demoCase).map(({ name }) => name);
}

/** An idle skill at the top, whose name says nothing of rare occasions. */
function findIdle(): string {
  const idle = plan.main.skills.find(({ case: one, category }) => one === "never-used" && category === "");
  if (idle === undefined) throw new Error("the demo has no such skill");
  return idle.name;
}

test(
  "the curator does all six actions on the demo, and every dollar is the server's",
  async () => {
    const idle = findIdle();
    const preview = await world.json(["shop", "--dry-run"]);
    expect(preview.exitCode).toBe(0);
    expect(world.server.requests).toEqual([]);

    expect((await world.run(["shop", "pin", idle])).exitCode).toBe(0);
    const { exitCode, stdout } = await endOf(world.start(["shop", "--json"]));
    expect(exitCode).toBe(0);
    const run = JSON.parse(stdout);
    expect(run).toMatchObject({ throttled_reason: "completed", ended_early: null, errors: 0 });
    const acts = (action: string): readonly { skill_id: string; signals: Record<string, unknown> }[] =>
      run.actions.filter((one: { action: string }) => one.action === action);

    expect(existsSync(skillFile(idle))).toBe(true);
    expect(acts("archive").length).toBeGreaterThan(10);
    expect(acts("consolidate").length).toBeGreaterThanOrEqual(4);
    expect(
      acts("edit")
        .map(({ skill_id: skill }) => skill)
        .sort(),
    ).toEqual([...namesOf("decayed")].sort());
    for (const { skill_id: skill } of acts("edit")) {
      expect(readFileSync(skillFile(skill), "utf8")).toMatch(/`(?:fetch_url|run_command)`/);
    }
    expectTheServersBill(run);

    expect((await world.run(["shop", "unpin", idle])).exitCode).toBe(0);
    const [archived] = acts("archive").filter(({ signals }) => signals["origin"] === "auto_generated");
    const [edited] = acts("edit");
    if (archived === undefined || edited === undefined) throw new Error("nothing to restore");
    expect((await world.run(["shop", "restore", archived.skill_id])).exitCode).toBe(0);
    const later = new Date(Date.now() + 1_000).toISOString();
    expect((await world.run(["shop", "restore", edited.skill_id, "--before", later])).exitCode).toBe(0);
    expect(readFileSync(skillFile(edited.skill_id), "utf8")).toMatch(/`(?:fetch_page|run_shell)`/);

    const done = new Set(world.box.events("skill.curated").map(({ payload }) => payload["action"]));
    expect([...done].sort()).toEqual(["archive", "consolidate", "edit", "pin", "restore", "unpin"]);
    await expectTheReportsToAgree(run);
  },
  TIMEOUT_MS,
);

interface Run {
  readonly spend_usd: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
  readonly skips: readonly Readonly<Record<string, unknown>>[];
}

/** Each call, the sum of the calls, and the run's own sum. */
function expectTheServersBill(run: Run): void {
  const { server } = world;
  const calls = completedCalls(world);
  expect(server.faults).toEqual([]);
  expect(server.ledger.length).toBe(server.requests.length);
  expect(calls.map((call) => call["cost_usd"])).toEqual([...billsOf(world)]);
  expect(
    calls.map((call) => [
      call["input_tokens"],
      call["output_tokens"],
      call["cached_input_tokens"],
      call["cache_creation_input_tokens"],
    ]),
  ).toEqual(
    server.ledger.map(({ tokens }) => [tokens.input, tokens.output, tokens.cacheRead, tokens.cacheWrite]),
  );
  expect(run.spend_usd).toBe(server.bill());
  const [finished] = world.box.events("curator.run_finished");
  expect(finished?.payload["spend_usd"]).toBe(server.bill());
  const acted = run.actions.map((one) => one["curator_cost_usd"]);
  const skipped = run.skips.map((one) => one["cost_usd"]);
  expect(sumOf([...acted, ...skipped]) as string).toBe(server.bill());
  for (const [index, started] of world.box.events("curator.call_started").entries()) {
    const estimate = Number(started.payload["estimated_cost_usd"]);
    expect(estimate).toBeGreaterThanOrEqual(Number(calls[index]?.["cost_usd"]));
  }
}

async function expectTheReportsToAgree(run: Run): Promise<void> {
  const { document: status } = await world.json(["shop", "status"]);
  expect(status.spend_today_usd).toBe(world.server.bill());
  const { document: entries } = await world.json(["shop", "history", "--limit", "1000"]);
  const acted = entries.map((entry: { cost_usd: string }) => entry.cost_usd);
  expect(Number(sumOf(acted))).toBeGreaterThan(0);
  const skipped = run.skips.map((one) => one["cost_usd"]);
  expect(sumOf([...acted, ...skipped]) as string).toBe(world.server.bill());
}
