import { afterEach, expect, test } from "bun:test";
import {
  carefulAnswers,
  replyFenced,
  replyHuge,
  replyRateLimited,
  replyWith,
  type ServerReply,
  type ServerScript,
} from "@metis-curate/testkit";
import {
  completedCalls,
  estimatesOf,
  type ModelWorld,
  type ModelWorldOptions,
  openIdleWorld,
  sumOf,
} from "./support/model-world.ts";

const ARCHIVE = { verdict: { action: "archive", rationale: "idle" } };

/** On a busy machine, with real waits before a retry. */
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

test("three errors in a row end the run, exit 1; the next run starts afresh", async () => {
  let broken = true;
  const careful = carefulAnswers();
  const here = await open((request) => (broken ? { kind: "error", status: 400 } : careful(request)), 5);
  const { exitCode, document } = await here.json(["ws", "--yes"]);
  expect(exitCode).toBe(1);
  expect(document).toMatchObject({ ended_early: "model_errors", actions: [] });
  expect(document.skips).toHaveLength(3);
  expect(completedCalls(here).map((call) => call["verdict"])).toEqual(["error", "error", "error"]);
  expect(document.spend_usd).toBe("0");
  broken = false;
  const again = await here.json(["ws"]);
  expect(again).toMatchObject({ exitCode: 0 });
  expect(again.document.actions).toHaveLength(5);
});

test("an answer between errors keeps the run alive", async () => {
  const here = await open(
    ({ index }) => (index % 3 === 2 ? replyWith(ARCHIVE) : { kind: "error", status: 400 }),
    6,
  );
  const { exitCode, document } = await here.json(["ws", "--yes"]);
  expect(exitCode).toBe(0);
  expect(document).toMatchObject({ ended_early: null });
  expect(document.actions).toHaveLength(2);
});

const UNUSABLE: readonly (readonly [string, ServerReply, string])[] = [
  ["prose", { kind: "answer", text: "I would archive it." }, "malformed"],
  ["another schema", replyWith({ verdict: { action: "edit", diff: "@@", rationale: "" } }), "malformed"],
  [
    "a skill outside the candidate",
    replyWith({ verdict: { action: "archive", rationale: "x", skill: "y" } }),
    "malformed",
  ],
  ["half a document", { kind: "answer", text: '{"verdict":{"action":"arch' }, "malformed"],
  ["a huge one", replyHuge(200_000), "malformed"],
  ["max_tokens", replyWith(ARCHIVE, { stop: "max_tokens" }), "malformed"],
  ["a refusal", { kind: "refusal", message: "not for me" }, "refused"],
  ["declined", replyWith({ verdict: { action: "keep", reason: "rare" } }), "declined"],
];

test.each(UNUSABLE)(
  "%s: nothing moves and its cost is on record to the last digit",
  async (_name, reply, kind) => {
    const here = await open(() => reply, 1);
    const before = here.box.dump();
    const { document } = await here.json(["ws", "--yes"]);
    expect(document.actions).toEqual([]);
    expect(document.skips.map((skip: { kind: string }) => skip.kind)).toEqual([kind]);
    expect(document.spend_usd).toBe(here.server.bill());
    expect(Number(document.spend_usd)).toBeGreaterThan(0);
    const path = ".metis/skills/idle-000/SKILL.md";
    expect(here.box.dump()[path]).toEqual(before[path]);
    const { document: status } = await here.json(["ws", "status"]);
    expect(status.spend_today_usd).toBe(here.server.bill());
  },
);

test("an answer in a fence with text around it is used", async () => {
  const here = await open(() => replyFenced(ARCHIVE.verdict), 1);
  const { document } = await here.json(["ws", "--yes"]);
  expect(document.actions).toHaveLength(1);
  expect(document.spend_usd).toBe(here.server.bill());
});

const UNSETTLED: readonly (readonly [string, ServerReply])[] = [
  ["a cut body", { kind: "cut-body", text: JSON.stringify(ARCHIVE) }],
  ["a connection that breaks", { kind: "drop", after: "request" }],
  ["a connection that breaks in the answer", { kind: "drop", after: "headers" }],
  ["no counts", replyWith(ARCHIVE, { usage: "missing" })],
  [
    "counts below nothing",
    replyWith(ARCHIVE, { usage: { claimed: { input_tokens: -5, output_tokens: 1 } } }),
  ],
  [
    "counts that are text",
    replyWith(ARCHIVE, { usage: { claimed: { input_tokens: "many", output_tokens: 1 } } }),
  ],
];

test(
  "what cannot be known counts as the estimate, never below the bill",
  async () => {
    await Promise.all(
      UNSETTLED.map(async ([name, reply]) => {
        const here = await openIdleWorld(
          ({ index }) => (index === 0 ? reply : { kind: "error", status: 400 }),
          1,
        );
        const { document } = await here.json(["ws", "--yes"]);
        const [first, ...others] = completedCalls(here);
        expect([name, first?.["cost_usd"]]).toEqual([name, estimatesOf(here)[0]]);
        expect(Number(first?.["cost_usd"])).toBeGreaterThanOrEqual(Number(here.server.bill()));
        expect(sumOf([first, ...others].map((call) => call?.["cost_usd"])) as string).toBe(
          document.spend_usd,
        );
        await here.close();
      }),
    );
  },
  TIMEOUT_MS,
);

test("a key does not follow a redirect to another host", async () => {
  const elsewhere = await openIdleWorld(carefulAnswers(), 0);
  const location = `${elsewhere.server.url}/v1/messages`;
  const here = await open(() => ({ kind: "redirect", location }), 1);
  const { exitCode } = await here.json(["ws", "--yes"]);
  expect(exitCode).toBe(1);
  expect([elsewhere.server.requests, elsewhere.server.faults]).toEqual([[], []]);
  await elsewhere.close();
});

test(
  "an overloaded provider is asked again, and each attempt is a paid call of its own",
  async () => {
    const here = await open(
      ({ index }) => (index < 1 ? { kind: "error", status: 529 } : replyWith(ARCHIVE)),
      1,
    );
    const { exitCode, document } = await here.json(["ws", "--yes"]);
    expect(exitCode).toBe(0);
    expect(document.actions).toHaveLength(1);
    expect(here.box.events("curator.call_started")).toHaveLength(2);
    const [failed, answered] = completedCalls(here);
    expect(failed?.["cost_usd"]).toBe(estimatesOf(here)[0]);
    expect(answered?.["cost_usd"]).toBe(here.server.bill());
    expect(document.spend_usd).toBe(sumOf([failed?.["cost_usd"], answered?.["cost_usd"]]));
  },
  TIMEOUT_MS,
);

test("a provider that asks for an hour of patience is not waited for", async () => {
  const here = await open(() => replyRateLimited("3600"), 1);
  const { exitCode } = await here.json(["ws", "--yes"]);
  expect(exitCode).toBe(1);
  expect(here.server.requests).toHaveLength(1);
});

test("a key that is not accepted ends the run with exit 1 and says so without the key", async () => {
  const here = await open(() => ({ kind: "error", status: 401, message: "invalid x-api-key" }), 4);
  const ran = await here.run(["ws", "--yes"]);
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout + ran.stderr).toContain("401");
  expect(here.server.requests.length).toBeLessThanOrEqual(3);
});
