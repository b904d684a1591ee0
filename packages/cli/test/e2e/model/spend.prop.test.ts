import { afterAll, beforeAll, expect, test } from "bun:test";
import { compareUsd, createCurator, sumUsd, type Usd } from "@metis-curate/core";
import { createModel } from "@metis-curate/models";
import {
  agentSkill,
  billOf,
  carefulAnswers,
  curatorFixture,
  type FixtureSkill,
  type LedgerEntry,
  type ModelServer,
  modelServer,
  replyHuge,
  replyRateLimited,
  replyWith,
  type ServerReply,
  type ServerScript,
  worstTokens,
} from "@metis-curate/testkit";
import fc from "fast-check";
import { decayed, twins } from "./support/libraries.ts";

/** Billed as dear as a provider possibly could: every byte of the body a token, and its whole framing. */
const DEAREST = {
  countTokens: worstTokens,
  inputBasis: "body",
  overheadTokens: 1_000,
  cacheTokensMin: 1,
} as const;
const RUNS = process.env["METIS_TORTURE"] === "1" ? 200 : 12;

let server: ModelServer;
let script: ServerScript = carefulAnswers();

beforeAll(async () => {
  server = await modelServer({ script: (request) => script(request), ...DEAREST });
});

afterAll(() => server.close());

const careful = carefulAnswers();

/** `careful` stands for a careful answer. */
const reply = fc.constantFrom<ServerReply | "careful">(
  "careful",
  "careful",
  "careful",
  { kind: "error", status: 400 },
  { kind: "error", status: 500 },
  { kind: "error", status: 529 },
  replyRateLimited("1"),
  { kind: "refusal", message: "no", text: "I would rather not." },
  { kind: "cut-body", text: '{"verdict":{"action":"keep","reason":"x"}}' },
  { kind: "drop", after: "request" },
  { kind: "answer", text: "prose instead of JSON" },
  replyHuge(30_000),
  replyWith({ verdict: { action: "keep", reason: "x" } }, { usage: "missing" }),
  replyWith(
    { verdict: { action: "keep", reason: "x" } },
    { usage: { claimed: { input_tokens: 1.5, output_tokens: 1 } } },
  ),
);

const body = fc.constantFrom(
  "Plain words, one after the other.",
  "データを読み込み、結果を確認する。",
  "👩‍👩‍👧‍👦🙂🇯🇵 first, then 🎉.",
  '```ts\nconst x = a?.b ?? [...c].map((d) => d + "\\n");\n```',
  '"quoted" \\ back\\slashed\ttabs',
);

const idle = fc
  .array(body, { minLength: 1, maxLength: 5 })
  .map((bodies): readonly FixtureSkill[] =>
    bodies.map((text, at) =>
      agentSkill(`idle-${at}`, { description: `Topic ${at}.`, body: `# ${at}\n\n${text}\n` }),
    ),
  );

test("whatever the provider does, no cap is passed and no call costs more than was set aside for it", async () => {
  const cap = fc.constantFrom("0", "0.011", "0.02", "0.05", "0.5");
  await fc.assert(
    fc.asyncProperty(
      idle,
      fc.array(reply, { maxLength: 12 }),
      cap,
      cap,
      async (skills, replies, perRun, perDay) => {
        const first = server.requests.length;
        const billedBefore = server.ledger.length;
        script = (request) => {
          const next = replies[request.index - first] ?? "careful";
          return next === "careful" ? careful(request) : next;
        };
        const fixture = curatorFixture({
          skills: [...skills, ...twins(), decayed()],
          config: { per_run_max_usd: perRun as Usd, per_day_max_usd: perDay as Usd },
          model: createModel(
            "anthropic:claude-haiku-4-5",
            { ANTHROPIC_API_KEY: "k" },
            { baseUrl: server.url },
          ),
        });
        const run = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
        if (!run.ok) throw new Error(run.refusal.message);
        const payloads = (type: string) =>
          fixture.trace.events.filter((event) => event.type === type).map(({ payload }) => payload);
        const calls = payloads("curator.call_completed");
        const spent = sumUsd(calls.map((call) => call["cost_usd"] as Usd));
        expect(run.value.spend_usd).toBe(spent);
        expect(compareUsd(spent, perRun as Usd)).toBeLessThanOrEqual(0);
        expect(compareUsd(spent, perDay as Usd)).toBeLessThanOrEqual(0);
        const ledger = server.ledger.slice(billedBefore);
        expect(compareUsd(billOf(ledger) as Usd, spent)).toBeLessThanOrEqual(0);
        const estimates = payloads("curator.call_started").map((call) => call["estimated_cost_usd"] as Usd);
        expect(estimates).toHaveLength(server.requests.length - first);
        for (const entry of ledger)
          expectWithin(entry, estimates[entry.request - first], calls[entry.request - first]);
      },
    ),
    { numRuns: RUNS },
  );
});

/** A bill is within the estimate; what the client was told is on record as it was billed. */
function expectWithin(
  entry: LedgerEntry,
  estimate: Usd | undefined,
  call: Readonly<Record<string, unknown>> | undefined,
): void {
  const billed = billOf([entry]) as Usd;
  expect(compareUsd(billed, estimate ?? ("0" as Usd))).toBeLessThanOrEqual(0);
  if (entry.told) expect(call?.["cost_usd"]).toBe(billed);
  else expect(compareUsd(billed, (call?.["cost_usd"] ?? "0") as Usd)).toBeLessThanOrEqual(0);
}

test("two runs in a row on one day share its cap", async () => {
  script = careful;
  const fixture = curatorFixture({
    skills: Array.from({ length: 6 }, (_, at) => agentSkill(`idle-${at}`, { description: `Topic ${at}.` })),
    config: { per_run_max_usd: "0.03" as Usd, per_day_max_usd: "0.04" as Usd },
    model: createModel("anthropic:claude-haiku-4-5", { ANTHROPIC_API_KEY: "k" }, { baseUrl: server.url }),
  });
  const spends: Usd[] = [];
  for (let round = 0; round < 3; round += 1) {
    const run = await createCurator(fixture.deps).run({ trigger: "explicit_cli", yes: true });
    if (!run.ok) throw new Error(run.refusal.message);
    spends.push(run.value.spend_usd);
  }
  expect(compareUsd(sumUsd(spends), "0.04" as Usd)).toBeLessThanOrEqual(0);
  expect(spends[0]).not.toBe("0");
});
