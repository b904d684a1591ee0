import { afterEach, expect, test } from "bun:test";
import { carefulAnswers, replyWith, type ServerScript } from "@metis-curate/testkit";
import {
  completedCalls,
  endOf,
  estimatesOf,
  type ModelWorld,
  type ModelWorldOptions,
  openIdleWorld,
  sumOf,
} from "./support/model-world.ts";

const ARCHIVE = { verdict: { action: "archive", rationale: "idle" } };

/** On a busy machine: processes have to start. */
const TIMEOUT_MS = 300_000;

let world: ModelWorld | undefined;

afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function open(
  script: ServerScript,
  count: number,
  options: Partial<ModelWorldOptions> = {},
): Promise<ModelWorld> {
  world = await openIdleWorld(script, count, options);
  return world;
}

test(
  "progress names the spend so far",
  async () => {
    const here = await open(carefulAnswers(), 12);
    const ran = await here.run(["ws", "--yes"]);
    expect(ran.exitCode).toBe(0);
    const amounts = [...ran.stderr.matchAll(/archived {2}\$(\S+)$/gm)].map(([, amount]) => Number(amount));
    expect(amounts).toHaveLength(12);
    expect(amounts).toEqual([...amounts].sort((left, right) => left - right));
    expect(amounts.at(-1)).toBe(Number(here.server.bill()));
  },
  TIMEOUT_MS,
);

test(
  "Ctrl-C while the model is silent: 130, a complete record, the call settled at its estimate",
  async () => {
    const here = await open(({ index }) => (index === 0 ? replyWith(ARCHIVE) : { kind: "silence" }), 3);
    const child = here.start(["ws", "--yes", "--json"]);
    await here.server.received(2);
    child.kill("SIGINT");
    const ran = await endOf(child);
    expect(ran.exitCode).toBe(130);
    const [finished] = here.box.events("curator.run_finished");
    expect(finished?.payload).toMatchObject({ ended_early: "interrupted", actions_taken: 1 });
    const calls = completedCalls(here);
    expect(calls).toHaveLength(2);
    expect(calls[1]?.["cost_usd"]).toBe(estimatesOf(here)[1]);
    expect(finished?.payload["spend_usd"]).toBe(sumOf(calls.map((call) => call["cost_usd"])));
    expect(here.server.requests).toHaveLength(2);
  },
  TIMEOUT_MS,
);

test(
  "killed after the request left: the next run counts the estimate and closes the pair",
  async () => {
    let silent = true;
    const careful = carefulAnswers();
    const here = await open((request) => (silent ? { kind: "silence" } : careful(request)), 2);
    const child = here.start(["ws", "--yes"]);
    await here.server.received(1);
    child.kill("SIGKILL");
    await endOf(child);
    expect(completedCalls(here)).toEqual([]);
    const [estimate] = estimatesOf(here);
    const { document: status } = await here.json(["ws", "status"]);
    expect(status.spend_today_usd).toBe(String(estimate));
    silent = false;
    const { exitCode, document } = await here.json(["ws", "--yes"]);
    expect(exitCode).toBe(0);
    expect(document.actions).toHaveLength(2);
    const { document: after } = await here.json(["ws", "status"]);
    expect(after.spend_today_usd).toBe(sumOf([estimate, document.spend_usd]));
    const endings = here.box.events("curator.run_finished").map(({ payload }) => payload["ended_early"]);
    expect(endings).toEqual(["recovered", null]);
  },
  TIMEOUT_MS,
);

test(
  "a cap is never passed, and what is exactly the cap is allowed",
  async () => {
    const probe = await open(carefulAnswers(), 4);
    await probe.json(["ws", "--yes"]);
    const [first = "0"] = estimatesOf(probe).map(String);
    const [cost = "0"] = completedCalls(probe).map((call) => String(call["cost_usd"]));
    await probe.close();
    const cap = sumOf([first, cost]);
    const here = await open(carefulAnswers(), 4, { config: [`per_run_max_usd: "${cap}"`] });
    const { exitCode, document } = await here.json(["ws", "--yes"]);
    expect(exitCode).toBe(0);
    expect(document.throttled_reason).toBe("per_run_cap");
    expect(document.actions.length).toBeGreaterThanOrEqual(2);
    expect(Number(document.spend_usd)).toBeLessThanOrEqual(Number(cap));
    expect(document.spend_usd).toBe(here.server.bill());
  },
  TIMEOUT_MS,
);

test(
  "two processes on one root share one cap and one lock",
  async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const careful = carefulAnswers();
    const script: ServerScript = async (request) => {
      await released;
      return careful(request);
    };
    const here = await open(script, 12, { config: ['per_day_max_usd: "0.02"'] });
    const first = here.start(["ws", "--yes", "--json"]);
    await here.server.received(1);
    const rival = await here.run(["ws", "--yes"]);
    expect(rival.exitCode).toBe(3);
    expect(rival.stderr).toContain("another curator run is in progress");
    expect(here.server.requests).toHaveLength(1);
    release();
    const { exitCode, stdout } = await endOf(first);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ throttled_reason: "per_day_cap" });
    const next = await here.json(["ws"]);
    expect(next.document.throttled_reason).toBe("per_day_cap");
    const { document: status } = await here.json(["ws", "status"]);
    expect(status.spend_today_usd).toBe(here.server.bill());
    expect(Number(here.server.bill())).toBeLessThanOrEqual(0.02);
  },
  TIMEOUT_MS,
);

test(
  "a model without a price is an error before any call",
  async () => {
    const here = await open(carefulAnswers(), 1);
    const ran = await here.run(["ws", "--yes", "--model", "anthropic:claude-next"]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain("claude-next");
    expect(here.server.requests).toEqual([]);
  },
  TIMEOUT_MS,
);
